import { randomBytes } from 'node:crypto';
import type { Account } from '../account/account.ts';
import { secretMask } from '../account/secrets.ts';
import type { Answering } from '../search/search-calls.ts';
import { accountsOf, type SharedNodeConfig } from './node-notice.ts';

interface FollowedSettings {
  answering: Answering;
  settings: { loose: boolean; requireAuthKey: boolean };
}

/** Who may search, as the ingest nodes tell it; in place, so that every call sees the newest. */
export class ReplicatedAccounts {
  readonly accounts: Account[] = [];
  // No key of the catalog area fits here.
  readonly #unusableKey = randomBytes(32).toString('hex');
  #masked = secretMask([]);

  readonly mask = (text: string): string => this.#masked(text);

  /** @param notices what counts less first */
  update(notices: readonly SharedNodeConfig[]): void {
    this.accounts.splice(0, Number.POSITIVE_INFINITY, ...accountsOf(notices, this.#unusableKey));
    this.#masked = secretMask(this.accounts);
  }
}

/**
 * Has answers look as the ingest nodes tell it, in place.
 * @param own what the configuration of this process says: it counts more
 */
export function applyIngestSettings(
  notices: readonly SharedNodeConfig[],
  own: Partial<SharedNodeConfig['answering']>,
  { answering, settings }: FollowedSettings,
): void {
  const told = notices.at(-1)?.answering;
  if (told === undefined) return;
  const { loose, answers, requireAuthKey } = { ...told, ...own };
  Object.assign(answering, { loose, answers });
  Object.assign(settings, { loose, requireAuthKey });
}
