import type { CatalogReader } from '../../../engine/documents/catalog-reader.ts';
import type { SearchSettings, SuggestRequest } from '../../../engine/engine.ts';
import type { SearchQuery } from '../../../engine/query/model.ts';
import { BrctlError, type BrctlErrorDetails, messageOf } from '../../../errors.ts';
import { Refusal, type RefusalCode } from '../refusals.ts';
import { packResult } from './packed-result.ts';
import type { SearchContext } from './search-context.ts';
import { answerSearch } from './search-service.ts';

/** The calls of a reader that a search worker answers. */
export type ReaderCall =
  | 'search'
  | 'answerSearch'
  | 'productByUrl'
  | 'productsById'
  | 'categoryByUrl'
  | 'suggest';

/** The files that answer for a catalog. */
export interface ReaderFiles {
  indexFile: string;
  recordsFile: string;
  /** Of the catalog, which the index file holds. */
  version: number;
  settings: SearchSettings;
  answering: Answering;
}

/** Settings of an instance that decide how it answers. */
export type Answering = Pick<SearchContext, 'loose' | 'answers'>;

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
  refusal?: { code: RefusalCode; at: string | undefined; more: readonly string[] };
  details?: BrctlErrorDetails;
}

/** A thrown error in a form that a message between threads can carry. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Refusal) {
    const { message, code, at, more } = thrown;
    return { message, refusal: { code, at, more } };
  }
  if (!(thrown instanceof BrctlError)) return { message: messageOf(thrown) };
  const { cause: _, ...details } = thrown.details;
  return { message: thrown.message, details };
}

/** The error that `failureOf` was given, to throw again on the other thread. */
export function errorOf({ message, refusal, details }: Failure): Error {
  if (refusal !== undefined) {
    const { code, at, more } = refusal;
    return new Refusal(code, message, { more, ...(at !== undefined && { at }) });
  }
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

/** What `answerSearch` is asked with. */
export interface SearchArgument {
  queryString: string;
  nowMs: number;
}

/** Answers one call of a reader: the result of a search packed, a whole answer with its body as bytes of their own. */
export async function answer(
  { reader, files }: { reader: CatalogReader; files: ReaderFiles },
  call: ReaderCall,
  argument: unknown,
): Promise<unknown> {
  if (call === 'search') return packResult(await reader.search(argument as SearchQuery));
  if (call === 'answerSearch') {
    const { queryString, nowMs } = argument as SearchArgument;
    const context = { ...files.answering, search: files.settings, nowMs };
    return answerSearch(new URLSearchParams(queryString), files.settings.family, reader, context);
  }
  if (call === 'productsById') return reader.productsById(argument as readonly string[]);
  if (call === 'suggest') return reader.suggest(argument as SuggestRequest);
  return reader[call](argument as string);
}
