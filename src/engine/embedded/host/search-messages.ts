import type { SerializedError } from '../../../base/process/serialized-error.ts';
import type { CatalogReader } from '../../documents/catalog-reader.ts';
import type { SearchSettings } from '../../engine.ts';

export interface ThreadCatalog {
  catalog: string;
  indexFile: string;
  version: number;
  records: string;
  settings: SearchSettings;
}

/** Synonyms change without a publication: those of the last call hold. */
export function withSynonyms(
  opened: ThreadCatalog,
  { settings: { synonyms } }: Pick<ThreadCatalog, 'settings'>,
): ThreadCatalog {
  return { ...opened, settings: { ...opened.settings, synonyms } };
}

/** Whatever version of it: a thread that has one takes up the other without opening files. */
export function isSameIndex(a: ThreadCatalog, b: ThreadCatalog): boolean {
  return JSON.stringify({ ...a, version: 0 }) === JSON.stringify({ ...b, version: 0 });
}

/**
 * Calls to search threads beside the engine's own, by other names: functions of the service that run where the
 * engine's work is done.
 */
export type ThreadCalls = Readonly<
  Record<string, (reader: CatalogReader, settings: SearchSettings, argument: never) => Promise<unknown>>
>;

/** Message of the host to a search thread; each gets one reply with its `id`. */
export type ThreadRequest = { id: number } & (
  | { kind: 'open'; opened: ThreadCatalog }
  | { kind: 'close'; catalog: string }
  | { kind: 'call'; catalog: string; call: string; argument: unknown }
  | { kind: 'stop' }
);

export type ThreadReply = { id: number } & ({ result: unknown } | { failure: SerializedError });

export interface SearchThreadData {
  state: SharedArrayBuffer;
  calls: unknown;
}
