import { timingSafeEqual } from 'node:crypto';
import type { AuthContext, ParsedKey } from 'ssh2';
import { parseKey } from '../../base/ssh/keys.ts';

export interface SftpAccount {
  user: string;
  /** OpenSSH public keys, one line each. */
  publicKeys: readonly string[];
}

/** Tries that one connection has, as OpenSSH's MaxAuthTries. Asking for the methods and naming a key count too. */
const MAX_TRIES = 20;

/** Decides one connection's login: public keys only (spec: SFTP). */
export class Login {
  readonly #keysByUser: ReadonlyMap<string, readonly ParsedKey[]>;
  #tries = 0;
  #user = '';

  constructor(keysByUser: ReadonlyMap<string, readonly ParsedKey[]>) {
    this.#keysByUser = keysByUser;
  }

  get user(): string {
    return this.#user;
  }

  /** Accepts or rejects one try; gives false when the connection has had enough of them. */
  decide(attempt: AuthContext): boolean {
    this.#tries++;
    if (this.#tries > MAX_TRIES) return false;
    if (this.#isAllowed(attempt)) {
      this.#user = attempt.username;
      attempt.accept();
    } else attempt.reject(['publickey']);
    return true;
  }

  #isAllowed(attempt: AuthContext): boolean {
    if (attempt.method !== 'publickey') return false;
    const offered = attempt.key.data;
    const key = this.#keysByUser
      .get(attempt.username)
      ?.find((known) => isSame(known.getPublicSSH(), offered));
    if (key === undefined) return false;
    // Without a signature the client only asks whether the key would do.
    if (attempt.signature === undefined || attempt.blob === undefined) return true;
    return key.verify(attempt.blob, attempt.signature, attempt.hashAlgo) === true;
  }
}

/** The parsed keys of each user. @throws BrctlError kind `config` for a key that cannot be read */
export function keysByUser(accounts: readonly SftpAccount[]): Map<string, ParsedKey[]> {
  const keys = new Map<string, ParsedKey[]>();
  for (const { user, publicKeys } of accounts) {
    keys.set(user, [...(keys.get(user) ?? []), ...publicKeys.map(parseKey)]);
  }
  return keys;
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
