import type { RecordFamily } from '../../../protocol/paths.ts';

/** Which files answer for a catalog now. */
export interface PublishedIndex {
  catalog: string;
  family: RecordFamily;
  version: number;
  documents: number;
  /** Absolute path; `openRecordSource` (store/record-source.ts) reads record versions from it. */
  recordsFile: string;
  /** Absolute path of the index that the engine built. */
  indexFile: string;
}
