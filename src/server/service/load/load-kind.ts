import type { Readable } from 'node:stream';
import { formatCount } from '../../../base/wording/amounts.ts';
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
 * Reads the headers of a load (spec: Body kinds). Of the content type's parameters only a charset means anything: JSON is
 * UTF-8 (RFC 8259, section 8.1), and what says otherwise is refused (assumption). Gzip is for JSON Lines only, and only with
 * its header.
 * @throws Refusal `unsupported_content_type`, `unsupported_encoding`, and `payload_too_large` where the announced
 *   length is over the bound already
 */
export function parseLoadHeaders(
  request: Pick<LoadRequest, 'contentType' | 'contentEncoding' | 'contentLength'>,
): LoadBodyFormat {
  const body = bodyKind(request.contentType);
  const isGzip = isGzipEncoding(request.contentEncoding);
  if (isGzip && body !== 'jsonLines') {
    throw new Refusal(
      'unsupported_encoding',
      `Content-Encoding: gzip is for ${CONTENT_TYPES.jsonLines} only`,
      {
        at: 'Content-Encoding',
      },
    );
  }
  const maxBytes = body === 'jsonLines' ? LIMITS.jsonLinesBytes : LIMITS.jsonPatchBytes;
  if ((request.contentLength ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  return { body, isGzip, maxBytes };
}

/** spec: Limits. */
export function bodyTooLarge(maxBytes: number): Refusal {
  const most = formatCount(maxBytes);
  return new Refusal('payload_too_large', `the body is longer than ${most} bytes (uncompressed)`);
}

function bodyKind(contentType: string | undefined): BodyKind {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  const kinds = Object.keys(CONTENT_TYPES) as BodyKind[];
  const kind = kinds.find((each) => CONTENT_TYPES[each] === mediaType);
  if (kind !== undefined) {
    checkCharset(contentType ?? '');
    return kind;
  }
  const expected = Object.values(CONTENT_TYPES).join(', ');
  throw new Refusal('unsupported_content_type', `Content-Type must be one of ${expected}`, {
    at: 'Content-Type',
  });
}

/** ASCII is UTF-8 too. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii', 'ascii'];

function checkCharset(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  if (charset === undefined || CHARSETS.includes(charset.toLowerCase())) return;
  const message = `charset ${JSON.stringify(charset)}: JSON is always UTF-8; leave the charset out`;
  throw new Refusal('unsupported_content_type', message, { at: 'Content-Type' });
}

function isGzipEncoding(contentEncoding: string | undefined): boolean {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return false;
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  throw new Refusal('unsupported_encoding', 'Content-Encoding must be gzip or absent', {
    at: 'Content-Encoding',
  });
}
