import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import type { InstanceFolder } from '../../instance-folder.ts';
import type { Account } from './account.ts';

export type AccountSettings = Partial<Omit<Account, 'catalogs'>> & {
  catalogs?: readonly string[];
};

const DEFAULT_ACCOUNT_ID = '6702';
const DEFAULT_CATALOG = 'products_en';

const SAVED_MEMBERS = ['schema', 'accounts', 'accountId', 'apiKey', 'authKey', 'acctAuth'];

interface SavedIdentity {
  schema: 'brctl.instance/1';
  accounts: readonly Pick<Account, 'accountId' | 'apiKey' | 'authKey' | 'acctAuth'>[];
}

/** The accounts as configured, their missing keys from `instance.json`, or made and kept there. @throws BrctlError `config` */
export async function openAccounts(
  folder: InstanceFolder,
  environment: string,
  configured: readonly AccountSettings[],
  userKey: string,
): Promise<readonly [Account, ...Account[]]> {
  const file = path.join(folder.path, 'instance.json');
  const saved = readSaved(file);
  const wanted = configured.length > 0 ? configured : [{}];
  const accounts = wanted.map((settings, index): Account => {
    const accountId = settings.accountId ?? String(Number(DEFAULT_ACCOUNT_ID) + index);
    const kept = saved?.accounts.find((account) => account.accountId === accountId);
    const defaultCatalog = settings.defaultCatalog ?? settings.catalogs?.[0] ?? DEFAULT_CATALOG;
    return {
      accountId,
      // Keys look like `<merchant>-<uuid>` (doc: public-facts B2).
      apiKey: settings.apiKey ?? kept?.apiKey ?? `${environment}-${randomUUID()}`,
      authKey: settings.authKey ?? kept?.authKey ?? randomBytes(8).toString('hex'),
      acctAuth: settings.acctAuth ?? kept?.acctAuth ?? randomBytes(8).toString('hex'),
      catalogs: settings.catalogs ?? null,
      defaultCatalog,
      // The one client that is known logs in with the domain key (sdk: public-facts B10).
      sftpUser: settings.sftpUser ?? defaultCatalog,
      sftpPublicKeys: [...(settings.sftpPublicKeys ?? []), userKey],
    };
  }) as [Account, ...Account[]];
  const kept = JSON.stringify({ schema: 'brctl.instance/1', accounts }, SAVED_MEMBERS, 2);
  if (JSON.stringify(saved, null, 2) !== kept) await folder.write(file, `${kept}\n`, 0o600);
  return accounts;
}

function readSaved(file: string): SavedIdentity | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8')) as SavedIdentity;
    if (saved.schema === 'brctl.instance/1' && Array.isArray(saved.accounts)) return saved;
    throw new Error('it does not have the schema brctl.instance/1');
  } catch (error) {
    throw new BrctlError('the keys of this instance cannot be read', {
      kind: 'config',
      code: 'serve.bad_instance_file',
      file,
      why: getMessage(error),
      hint: `remove ${file} to have new keys made`,
      cause: error,
    });
  }
}

/** The key pair kept under a name, made at the first call: `<name>` (mode 0600, as ssh demands) and `<name>.pub`. */
export async function openKeyPair(
  folder: InstanceFolder,
  name: string,
  generate: () => { privateKey: string; publicKey: string },
) {
  const file = path.join(folder.path, name);
  if (existsSync(file) && existsSync(`${file}.pub`)) {
    chmodSync(file, 0o600);
    return {
      file,
      privateKey: readFileSync(file, 'utf8'),
      publicKey: readFileSync(`${file}.pub`, 'utf8').trim(),
    };
  }
  const pair = generate();
  await Promise.all([
    folder.write(`${file}.pub`, `${pair.publicKey}\n`, 0o644),
    folder.write(file, pair.privateKey, 0o600),
  ]);
  return { file, ...pair };
}

export function formatKnownHosts(host: string, port: number, hostKeyLine: string): string {
  const names = [...new Set([host, '127.0.0.1', 'localhost'])];
  return names.map((name) => `${port === 22 ? name : `[${name}]:${port}`} ${hostKeyLine}\n`).join('');
}
