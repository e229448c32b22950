import type { Account } from './account.ts';

export const MASK = '***';

/** Query parameters that carry a key: those of the service (spec: Authentication), and what others call theirs. */
const CARRIER_PARAMETERS =
  /([?&](?:auth_key|acct_auth|auth-key|[\w-]*(?:api[-_]?key|token|secret|passw(?:or)?d))=)[^&\s"'\\]*/gi;

const CARRIER_HEADER = /auth|cookie|api[-_]?key|token|secret|passw|credential|session/i;

export function isKeyHeader(header: string): boolean {
  return CARRIER_HEADER.test(header);
}

/** Schemes of `Authorization` (RFC 9110, section 11.1), which are no secret. A word that is none of them may be a key. */
const SCHEME = /^\s*(?:bearer|basic|digest|token|apikey|negotiate)(?=\s)/i;

/** The value of a header that carries a key: at most the scheme of it is shown. */
export function maskCredentials(value: string): string {
  const [scheme] = SCHEME.exec(value) ?? [];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}

export function createSecretMask(accounts: readonly Account[]): (text: string) => string {
  const secrets = accounts.flatMap(({ apiKey, authKey, acctAuth }) => [apiKey, authKey, acctAuth]);
  // Of no keys the pattern would be one that matches everywhere.
  const encoded = secrets.length === 0 ? null : new RegExp(secrets.map(buildEncodedPattern).join('|'), 'g');
  return (text) => {
    const masked = secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
    const decoded = encoded !== null && masked.includes('%') ? masked.replace(encoded, MASK) : masked;
    return decoded.replace(CARRIER_PARAMETERS, `$1${MASK}`);
  };
}

/** Matches a key of which any byte may be percent-encoded, needed or not. */
function buildEncodedPattern(secret: string): string {
  const bytes = [...Buffer.from(secret)].map((byte) => {
    const [high = '', low = ''] = byte.toString(16).padStart(2, '0');
    const hex = `%${matchEitherCase(high)}${matchEitherCase(low)}`;
    const plain = byte < 0x80 ? String.fromCharCode(byte).replace(/\W/, '\\$&') : undefined;
    return plain === undefined ? hex : `(?:${plain}|${hex})`;
  });
  return bytes.join('');
}

function matchEitherCase(digit: string): string {
  return `[${digit}${digit.toUpperCase()}]`;
}
