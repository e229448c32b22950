import type { Account } from './account.ts';

const MASK = '***';

/** Query parameters and headers that carry a key, whatever its value (spec: Authentication). */
const CARRIER_PARAMETERS = /([?&](?:auth_key|acct_auth|auth-key)=)[^&\s"'\\]*/gi;

/** Header names whose value is a key. */
export const CARRIER_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'auth_key',
  'auth-key',
  'cookie',
]);

/** Gives a function that masks every key of these accounts, and every parameter that carries one, in a text. */
export function secretMask(accounts: readonly Account[]): (text: string) => string {
  const secrets = accounts.flatMap(({ apiKey, authKey, acctAuth }) => [apiKey, authKey, acctAuth]);
  return (text) =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, MASK), text)
      .replace(CARRIER_PARAMETERS, `$1${MASK}`);
}
