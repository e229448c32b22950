import type { IndexReader } from '../../../engine/embedded/reader.ts';
import type { SearchSettings } from '../../../engine/engine.ts';
import type { SearchQuery } from '../../../engine/query/model.ts';
import { BrctlError, type BrctlErrorDetails, messageOf } from '../../../errors.ts';
import type { AnswerSettings } from './answer-settings.ts';
import { packResult } from './packed-result.ts';
import type { SearchRequest as CheckedSearch } from './search-request.ts';
import { searchBody } from './search-response.ts';

/** The calls of a reader that a search worker answers. */
export type ReaderCall =
  | 'search'
  | 'searchBody'
  | 'productByUrl'
  | 'productsById'
  | 'categoryByUrl'
  | 'suggest';

/** The files that answer for a catalog. */
export interface ReaderFiles {
  indexFile: string;
  recordsFile: string;
  settings: SearchSettings;
}

/** What the host sends to a search worker; each message gets one reply with its `id`. */
export type SearchRequest = { id: number } & (
  | { kind: 'open'; catalog: string; files: ReaderFiles }
  | { kind: 'warm'; catalog: string }
  | { kind: 'drop'; catalog: string }
  | { kind: 'call'; catalog: string; call: ReaderCall; argument: unknown }
  | { kind: 'stop' }
);

export type SearchReply = { id: number } & ({ result: unknown } | { failure: Failure });

/** An error as it crosses threads. */
export interface Failure {
  message: string;
  details?: BrctlErrorDetails;
}

/** A thrown error in a form that a message between threads can carry. */
export function failureOf(thrown: unknown): Failure {
  if (!(thrown instanceof BrctlError)) return { message: messageOf(thrown) };
  const { cause: _, ...details } = thrown.details;
  return { message: thrown.message, details };
}

/** The error that `failureOf` was given, to throw again on the other thread. */
export function errorOf({ message, details }: Failure): Error {
  return details === undefined ? new Error(message) : new BrctlError(message, details);
}

/** Refuses a call on a catalog that no index run has published. */
export function unknownCatalog(catalog: string): BrctlError {
  return new BrctlError(`Catalog "${catalog}" cannot be searched`, {
    kind: 'not-found',
    code: 'engine.unknown_catalog',
    why: 'no index run has published it',
    hint: 'load it, then run its index job',
  });
}

/** What `searchBody` is asked with. */
export interface BodyArgument {
  request: CheckedSearch;
  redirects: AnswerSettings['redirects'];
}

/**
 * Answers one call of a reader: the result of a search packed, its body as bytes of their own. What a body is asked with
 * comes as JSON text, which crosses threads in a fraction of the time of the objects.
 */
export function answer(reader: IndexReader, call: ReaderCall, argument: unknown): unknown {
  if (call === 'search') return packResult(reader.search(argument as SearchQuery));
  if (call === 'searchBody') {
    const { request, redirects } = JSON.parse(argument as string) as BodyArgument;
    return bytesOf(searchBody(request, reader.search(request.query), redirects));
  }
  const method = reader[call] as (given: unknown) => unknown;
  return method(argument);
}

/** A text as UTF-8 in memory of its own, which can be handed to another thread. */
function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
