import type { Readable } from 'node:stream';
import { CLOSE_BRACKET, OPEN_BRACKET } from '../../../base/json/ascii.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { isGzip } from '../../../catalog/opening/gzip-magic.ts';
import { type BodyKind, CONTENT_TYPES } from '../../../protocol/content-types.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { Account } from '../account/account.ts';
import { Refusal } from '../refusals.ts';

/** A PUT (`full`) or PATCH (`delta`) as it came in, its body unread. */
export interface LoadRequest {
  account: Account;
  catalog: string;
  family: RecordFamily;
  mode: 'full' | 'delta';
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength?: number;
  body: Readable;
  requestId?: string;
  seen?(chunk: Buffer): void;
}

export interface LoadBodyFormat {
  body: BodyKind;
  isGzip: boolean;
  /** Bound on the body, uncompressed (spec: Body kinds, Limits). */
  maxBytes: number;
}

/**
 * Reads the headers of a load (spec: Body kinds). JSON is UTF-8 (RFC 8259, section 8.1); another charset is refused (assumption).
 * @throws Refusal `unsupported_content_type`, `unsupported_encoding`, `payload_too_large`
 */
export function parseLoadHeaders(
  request: Pick<LoadRequest, 'contentType' | 'contentEncoding' | 'contentLength'>,
): LoadBodyFormat {
  const body = parseContentType(request.contentType);
  const isGzip = isGzipEncoding(request.contentEncoding);
  if (isGzip && body !== 'jsonLines') {
    const message = `Content-Encoding: gzip is for ${CONTENT_TYPES.jsonLines} only`;
    throw new Refusal('unsupported_encoding', message);
  }
  const maxBytes = body === 'jsonLines' ? LIMITS.jsonLinesBytes : LIMITS.jsonPatchBytes;
  if ((request.contentLength ?? 0) > maxBytes) throw bodyTooLargeRefusal(maxBytes);
  return { body, isGzip, maxBytes };
}

/** spec: Limits. */
export function bodyTooLargeRefusal(maxBytes: number): Refusal {
  const most = formatCount(maxBytes);
  return new Refusal('payload_too_large', `the body is longer than ${most} bytes (uncompressed)`);
}

function parseContentType(contentType: string | undefined): BodyKind {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  const kinds = Object.keys(CONTENT_TYPES) as BodyKind[];
  const kind = kinds.find((each) => CONTENT_TYPES[each] === mediaType);
  if (kind !== undefined) {
    checkCharset(contentType ?? '');
    return kind;
  }
  const expected = Object.values(CONTENT_TYPES).join(', ');
  throw new Refusal('unsupported_content_type', `Content-Type must be one of ${expected}`);
}

/** ASCII is UTF-8 too. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii', 'ascii'];

function checkCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  if (charset === undefined || CHARSETS.includes(charset.toLowerCase())) return;
  const message = `charset ${JSON.stringify(charset)}: JSON is always UTF-8; leave the charset out`;
  throw new Refusal('unsupported_content_type', message);
}

function isGzipEncoding(contentEncoding: string | undefined): boolean {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return false;
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  throw new Refusal('unsupported_encoding', 'Content-Encoding must be gzip or absent');
}

/**
 * Passes on the chunks of a body that is of its kind, not empty and no cut array; what is in its operations is left to the job.
 * @throws Refusal `payload_too_large` or `malformed`, as soon as that is known
 */
export async function* checkBody(
  chunks: AsyncIterable<Buffer>,
  { body, maxBytes }: Pick<LoadBodyFormat, 'body' | 'maxBytes'>,
): AsyncGenerator<Buffer> {
  const isArray = body !== 'jsonLines';
  let bytes = 0;
  let first: number | undefined;
  let last: number | undefined;
  for await (const chunk of chunks) {
    if (bytes === 0 && isGzip(chunk))
      throw new Refusal('malformed', 'the body is gzip, but there is no header Content-Encoding: gzip');
    bytes += chunk.length;
    if (bytes > maxBytes) throw bodyTooLargeRefusal(maxBytes);
    first ??= findFirstVisible(chunk);
    if (isArray && first !== undefined && first !== OPEN_BRACKET) throw notAnArrayRefusal();
    if (isArray) last = chunk.findLast(isVisible) ?? last;
    yield chunk;
  }
  if (first === undefined) throw new Refusal('malformed', 'the body is empty');
  if (isArray && last !== CLOSE_BRACKET) throw notAnArrayRefusal();
}

function notAnArrayRefusal(): Refusal {
  return new Refusal('malformed', 'the body must be one JSON array');
}

/** A plain loop: a gigabyte of blanks may come. */
function findFirstVisible(chunk: Buffer): number | undefined {
  for (let offset = 0; offset < chunk.length; offset++) {
    const byte = chunk[offset];
    if (byte !== undefined && isVisible(byte)) return byte;
  }
  return undefined;
}

/** White space of JSON does not count. */
function isVisible(byte: number): boolean {
  return byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09;
}
