import type { Database, Statement } from '../../base/files/sqlite.ts';
import type { FoundRecord, SuggestRequest } from '../engine.ts';
import { OncePerKey } from '../memoize.ts';
import type { SortKey } from '../query/model.ts';
import { selectTop } from '../select-top.ts';
import type { SuggestedValue, SuggestSource, TitleBeginning } from '../suggest.ts';
import type { QueryTerm } from '../text/synonyms.ts';
import { getRecordView } from './documents/records.ts';
import { maskVisibleDocuments, normalizeVisibility, type Visibility } from './filters/visibility.ts';
import { matchAll } from './matching/matching.ts';
import { LAST_CHARACTER, PostingReader } from './postings/posting-reader.ts';
import { createComparator, sortArrays } from './ranking/sorting.ts';
import { describeVisibility, type SearchContext, search } from './search.ts';
import { TITLE_BIT } from './snapshot/schema.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Views whose brands and categories stay counted. */
const MAX_KEPT_VIEWS = 16;

/** Parts of an index file that suggestions read. */
export class Suggester {
  readonly #phrases: Statement<{ display: string }>;
  readonly #postings: PostingReader;

  constructor(db: Database) {
    // The spelling of a phrase is that of the row with max(): SQLite takes the other columns from there.
    this.#phrases = db.prepare(`SELECT display, max(frequency), sum(frequency) AS uses FROM
      (SELECT folded, display, sum(frequency) AS frequency FROM phrase
        WHERE folded >= ? AND folded < ? AND part <= ? GROUP BY folded, display HAVING sum(frequency) > 0)
      GROUP BY folded ORDER BY uses DESC, folded LIMIT ?`);
    this.#postings = new PostingReader(db);
  }

  of(context: SearchContext): SuggestSource {
    const { snapshot, settings, words } = context;
    return {
      settings,
      search: (query) => search(context, query),
      wordsLike: (pattern) => words.matching(pattern),
      wordsBegunSo: (begun) => words.findBeginning(begun),
      phrases: (begun, count) =>
        this.#phrases
          .all(begun, begun + LAST_CHARACTER, snapshot.lastPart, count)
          .map(({ display }) => display),
      finding: (lists, count, viewId) => findMatching(context, lists, count, viewId),
      titled: (title, request) => this.#matchTitles(context, title, request),
      once: (viewId, make) =>
        snapshot
          .derive('suggestedValues', () => new OncePerKey<readonly SuggestedValue[]>(MAX_KEPT_VIEWS))
          .get(JSON.stringify(normalizeVisibility(snapshot, describeShown(context, viewId))), make),
    };
  }

  #matchTitles(context: SearchContext, title: TitleBeginning, request: SuggestRequest): FoundRecord[] {
    const { snapshot, records } = context;
    const visible = maskVisibleDocuments(snapshot, describeShown(context, request.viewId));
    const found = listTitles(this.#postings, title, visible);
    const ordinals = takeFirstSorted(snapshot, found, request.sort, request.products);
    return records.read(ordinals).map((found, at) => ({
      ...found,
      view: getRecordView(snapshot, ordinals[at] ?? 0),
      score: 1,
    }));
  }
}

function describeShown(context: SearchContext, viewId: string | null): Visibility {
  return describeVisibility(context, { viewId, includeUnavailable: false });
}

function findMatching(
  context: SearchContext,
  lists: readonly QueryTerm[][],
  count: number,
  viewId: string | null,
): number[] {
  const { snapshot, postings } = context;
  const visible = maskVisibleDocuments(snapshot, describeShown(context, viewId));
  const matching: number[] = [];
  for (const [at, terms] of lists.entries()) {
    snapshot.scratch.reset();
    if (matchAll(snapshot, terms.map(postings), visible).length > 0) matching.push(at);
    if (matching.length === count) break;
  }
  return matching;
}

/** Without keys by id: where documents stand tells how a catalog was loaded. */
function takeFirstSorted(
  snapshot: Snapshot,
  ordinals: readonly number[],
  sort: readonly SortKey[],
  count: number,
): number[] {
  snapshot.scratch.reset();
  const ids = Uint32Array.from(ordinals);
  const keys = sortArrays(snapshot, { ids, scores: null, distances: null }, sort);
  const positions = selectTop(ids.length, count, createComparator(keys, ids, snapshot.ranks), keys[0]);
  return positions.map((at) => ids[at] ?? 0);
}

/** The visible documents whose titles hold the words, of the last one the beginning. */
function listTitles(
  postings: PostingReader,
  { whole, begun, roots }: TitleBeginning,
  visible: Uint8Array,
): number[] {
  /** For each document how many of the words its title holds, in their order. */
  const held = new Uint8Array(visible.length);
  for (const [before, stems] of whole.entries()) {
    const alternatives = stems.map((stem) => [stem]);
    const { ids, fields } = postings.read(alternatives, 0, visible.length);
    for (const [at, ordinal] of ids.entries()) {
      if (((fields[at] ?? 0) & TITLE_BIT) !== 0 && held[ordinal] === before) held[ordinal] = before + 1;
    }
  }
  const all = whole.length + 1;
  const note = (ordinal: number, bits: number) => {
    if ((bits & TITLE_BIT) !== 0 && held[ordinal] === whole.length) held[ordinal] = all;
  };
  postings.eachWithPrefix(begun, visible.length, note);
  for (const root of roots) postings.eachOf(root, visible.length, note);
  const found: number[] = [];
  for (let ordinal = 0; ordinal < held.length; ordinal++) {
    if (held[ordinal] === all && visible[ordinal] === 1) found.push(ordinal);
  }
  return found;
}
