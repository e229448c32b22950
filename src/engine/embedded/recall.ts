import type { SearchSettings } from '../engine.ts';
import { type KeywordPlan, listPossibleIds } from '../keywords/questions.ts';
import { LruCache } from '../lru-cache.ts';
import type { Recall } from '../query/model.ts';
import { type Analyser, ENGLISH_ANALYSER, getAnalyser, getQueryAnalysers } from '../text/analyser.ts';
import type { Records } from './documents/records.ts';
import { listCategoryNodes } from './filters/fields.ts';
import type { IdLookup } from './filters/filters.ts';
import { compileTests } from './filters/narrowing.ts';
import { listVisibleDocuments } from './filters/visibility.ts';
import type { KeywordContext, KeywordResult, Score } from './matching/matching.ts';
import { searchKeywords } from './matching/prober.ts';
import { findSimilar } from './matching/similar.ts';
import { COLUMN } from './snapshot/schema.ts';

export interface RecallContext extends KeywordContext {
  settings: SearchSettings;
  records: Records;
  viewId: string | null;
}

const MAX_CATEGORY_LISTS = 64;

/** The documents that a query starts from, and what became of a keyword query. */
export interface RecallResult extends Omit<KeywordResult, 'score' | 'plan'> {
  /** Null where every document counts the same. */
  score: Score | null;
  /** Null for a query without words. */
  plan: KeywordPlan | null;
  /** Documents that the query names by their id. */
  named: readonly number[];
  analyser: Analyser;
}

const NO_IDS: IdLookup = { documents: () => [], variants: () => [] };
const UNSCORED: Omit<RecallResult, 'ids'> = {
  analyser: ENGLISH_ANALYSER,
  score: null,
  plan: null,
  named: [],
  exact: null,
};

/** The documents that a query starts from. They are scored later, when the filters have thinned them out. */
export function recallDocuments(
  context: RecallContext,
  recall: Recall,
  added: readonly string[] = [],
): RecallResult {
  const found = recallOnly(context, recall);
  if (added.length === 0) return found;
  return { ...found, ids: Uint32Array.from(new Set([...found.ids, ...findOrdinals(context, added)])).sort() };
}

function recallOnly(context: RecallContext, recall: Recall): RecallResult {
  const { snapshot, mask } = context;
  switch (recall.kind) {
    case 'all':
      return { ...UNSCORED, ids: listVisibleDocuments(snapshot, mask) };
    case 'category':
      return { ...UNSCORED, ids: matchCategory(context, recall.id) };
    case 'ids':
      return { ...UNSCORED, ids: Uint32Array.from(findOrdinals(context, recall.ids)) };
    case 'similar': {
      // Also a product that is sold out, or not shown in this view, has others that are like it.
      const ordinals = recall.ids.flatMap((id) => context.records.ordinalsOf(context.snapshot, id));
      const analysers = getQueryAnalysers(context.settings, context.viewId);
      const found = findSimilar(snapshot, context.postings, mask, { ...recall, ordinals }, analysers);
      return { ...UNSCORED, ...found };
    }
    case 'keyword':
      return matchKeywords(context, recall);
  }
}

function matchKeywords(context: RecallContext, recall: Recall & { kind: 'keyword' }): RecallResult {
  const named = findOrdinals(context, listPossibleIds(recall.text));
  const analyser = getAnalyser(context.settings, context.viewId);
  if (named.length === 0) return { ...searchKeywords(context, recall), named, analyser };
  const found = searchKeywords(context, { ...recall, tolerant: false, spelling: 'off' });
  return { ...found, ids: Uint32Array.from(new Set([...found.ids, ...named])).sort(), named, analyser };
}

/** Documents of these ids that may be found, ascending. */
function findOrdinals({ records, snapshot, mask }: RecallContext, ids: readonly string[]): number[] {
  const ordinals = new Set(ids.flatMap((id) => records.ordinalsOf(snapshot, id)));
  return [...ordinals].filter((ordinal) => mask[ordinal] === 1).sort((a, b) => a - b);
}

/** A category's id at any level of a product's paths (doc: public-facts C13). */
function matchCategory({ snapshot, mask }: RecallContext, id: string): Uint32Array {
  const column = snapshot.column(COLUMN.category);
  if (column?.kind !== 'text') return new Uint32Array();
  const isKnown = listCategoryNodes(snapshot, column).some((node) => node.id === id || node.crumb === id);
  if (!isKnown) return new Uint32Array();
  const visible = listVisibleDocuments(snapshot, mask);
  const lists = snapshot.deriveFrom(visible, () => new LruCache<Uint32Array>(MAX_CATEGORY_LISTS));
  return lists.getOrMake(id, () => {
    return snapshot.keepCounts(
      compileTests(snapshot, NO_IDS, 'category', [{ kind: 'value', value: id }])(visible).slice(),
    );
  });
}
