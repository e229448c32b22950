import type { PublishedVersion } from '../../../engine/engine.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';

/** What answers for a catalog now. */
export interface PublishedIndex extends PublishedVersion {
  family: RecordFamily;
  /** Of the catalog. */
  version: number;
  documents: number;
}
