import { gunzipSync, gzipSync } from 'node:zlib';
import type { Account } from '../account/account.ts';
import { MASK, secretMask } from '../account/secrets.ts';
import type { CapturedBody, RequestEntry } from '../control/request-log.ts';

/** Characters at the end of what was cut, which may be the beginning of a key. */
const CUT_CHARACTERS = 256;
const MAX_BODY_BYTES = 1 << 26;

/** Takes the keys of an instance out of what leaves it: as they are, percent-encoded, as Base64, and in compressed bodies. */
export class KeyMask {
  readonly #mask: (text: string) => string;
  readonly #secrets: readonly string[];
  readonly #encoded: readonly string[];

  constructor(accounts: readonly Account[]) {
    this.#mask = secretMask(accounts);
    this.#secrets = accounts.flatMap(({ apiKey, authKey, acctAuth }) => [apiKey, authKey, acctAuth]);
    this.#encoded = this.#secrets.flatMap(base64Forms);
  }

  text(text: string): string {
    return this.#encoded.reduce((rest, form) => rest.replaceAll(form, MASK), this.#mask(text));
  }

  /** A call without any key. Of bodies that were cut only as much is left as surely has no part of one. */
  call(entry: RequestEntry): RequestEntry {
    const { id, at, operation, method, status, elapsedMs, basis, jobId } = entry;
    return {
      id,
      at,
      operation,
      method,
      url: this.text(entry.url),
      headers: Object.fromEntries(
        Object.entries(entry.headers).map(([name, value]) => [this.text(name), this.text(value)]),
      ),
      requestBody: this.#body(entry.requestBody),
      status,
      responseBody: this.#body(entry.responseBody),
      elapsedMs,
      basis,
      notes: entry.notes.map((note) => this.text(note)),
      ...(jobId !== undefined && { jobId }),
    };
  }

  #body(body: CapturedBody | null): CapturedBody | null {
    if (body === null) return null;
    if (body.encoding === 'base64') return this.#binary(body);
    const whole = body.truncated ? body.text.slice(0, -CUT_CHARACTERS) : body.text;
    return { ...body, text: this.text(whole) };
  }

  /** Bytes that are not gzip are kept unless a key is in them. */
  #binary(body: CapturedBody): CapturedBody {
    if (body.truncated) return { ...body, text: '' };
    const bytes = Buffer.from(body.text, 'base64');
    const text = inflated(bytes);
    if (text !== undefined) {
      const masked = this.text(text);
      return masked === text ? body : { ...body, text: gzipSync(masked).toString('base64') };
    }
    const isClean = this.#secrets.every((secret) => !bytes.includes(secret));
    return isClean ? body : { ...body, text: '', truncated: true };
  }
}

/** The text of a gzip body; undefined for what is none. */
export function inflated(bytes: Buffer): string | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES }).toString();
  } catch {
    return undefined;
  }
}

/** What a key looks like within Base64, at each of the three places where it can begin, without the characters that depend on its neighbours. */
function base64Forms(secret: string): string[] {
  const forms = [0, 1, 2].map((offset) => {
    const text = Buffer.from(`${' '.repeat(offset)}${secret}`)
      .toString('base64')
      .replace(/=+$/, '');
    const isWhole = (offset + Buffer.byteLength(secret)) % 3 === 0;
    return text.slice([0, 2, 3][offset], isWhole ? undefined : -1);
  });
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
