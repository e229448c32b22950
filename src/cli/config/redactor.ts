/** Takes secrets out of everything that leaves brctl. */
export type Redactor = ReturnType<typeof createRedactor>;

/** A shorter value would mask ordinary words; no key of the service is that short. */
const MIN_SECRET_LENGTH = 4;
const MASK = '***';

/** Places that carry a secret whatever its value: headers and query parameters. */
const CARRIERS =
  /((?:authorization\s*[:=]\s*(?:bearer\s+|(?!bearer\s)))|(?:(?:auth_key|acct_auth|auth-key)=))[^\s&"'*]+/gi;

const URL_PASSWORD = /(:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/g;

/** All spellings in which a secret can turn up: as it is, percent-encoded, JSON-escaped, Base64. */
function listSpellings(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64];
}

export function createRedactor(secrets: readonly (string | undefined)[] = []) {
  const masked = new Set<string>();
  let longestFirst: string[] = [];
  const redactor = {
    add(secret: string | undefined): void {
      if (secret === undefined || secret.length < MIN_SECRET_LENGTH) return;
      for (const spelling of listSpellings(secret)) masked.add(spelling);
      longestFirst = [...masked].sort((a, b) => b.length - a.length);
    },
    redact(text: string): string {
      const withoutValues = longestFirst.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
      return withoutValues.replace(CARRIERS, `$1${MASK}`).replace(URL_PASSWORD, `$1${MASK}`);
    },
  };
  secrets.forEach(redactor.add);
  return redactor;
}
