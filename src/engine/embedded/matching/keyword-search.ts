import type { SearchSettings } from '../../engine.ts';
import type { KnownWords } from '../../text/compounds.ts';
import type { Spelling } from '../../text/spelling.ts';
import type { QueryTerm } from '../../text/synonyms.ts';
import type { Postings } from '../postings/posting-list.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Matches } from './matching.ts';

/** What a keyword query found, and how. */
export interface KeywordResult extends Matches {
  /** Terms of the query that was searched, with their weights. */
  terms: { term: QueryTerm; holding: number }[];
  /** The text that was searched in place of the typed one. */
  corrected: string | null;
  didYouMean: string[];
  relaxed: boolean;
}

/** What a keyword search works with. */
export interface KeywordContext {
  snapshot: Snapshot;
  settings: Pick<SearchSettings, 'synonyms'>;
  postings: (term: QueryTerm) => Postings;
  spelling: Spelling;
  /** Words of the catalog, for what is written as one word or two. */
  known: Pick<KnownWords, 'has' | 'hasAsWritten'>;
  /** Documents that may be found. */
  mask: Uint8Array;
}
