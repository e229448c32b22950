import type { SearchSettings } from '../engine.ts';
import type { Recall } from '../query/model.ts';
import { categoryNodes } from './category-facet.ts';
import { compileTests, type IdLookup } from './filters.ts';
import { type KeywordResult, searchKeywords } from './keyword.ts';
import type { Scored } from './matching.ts';
import { Uint32List } from './number-list.ts';
import type { Postings } from './posting-reader.ts';
import type { Records } from './records.ts';
import { COLUMN } from './schema.ts';
import { findSimilar } from './similar.ts';
import type { Snapshot } from './snapshot.ts';
import type { Spelling } from './spelling.ts';
import type { QueryTerm } from './synonyms.ts';
import { raiseExactTitles } from './title-bonus.ts';

/** What recall works with. */
export interface RecallContext {
  snapshot: Snapshot;
  settings: SearchSettings;
  postings: (term: QueryTerm) => Postings;
  spelling: Spelling;
  records: Records;
  /** Documents that may be found. */
  mask: Uint8Array;
}

const NO_IDS: IdLookup = { documents: () => [], variants: () => [] };
const NO_KEYWORDS: Omit<KeywordResult, 'found'> = {
  terms: [],
  corrected: null,
  didYouMean: [],
  relaxed: false,
};
/** A product whose id was searched for stands before any that its words find. */
const ID_SCORE_FACTOR = 2;

/** The documents that a query starts from, each with its score, and what became of a keyword query. */
export function recallDocuments(context: RecallContext, recall: Recall): KeywordResult {
  const { snapshot, mask } = context;
  switch (recall.kind) {
    case 'all':
      return { ...NO_KEYWORDS, found: allOf(snapshot, mask) };
    case 'category':
      return { ...NO_KEYWORDS, found: inCategory(context, recall.id) };
    case 'ids':
      return { ...NO_KEYWORDS, found: equally(ordinalsOf(context, recall.ids)) };
    case 'similar': {
      // Also a product that is sold out, or not shown in this view, has others that are like it.
      const ordinals = recall.ids.flatMap((id) => context.records.ordinalsOf(id));
      const seed = { ...recall, ordinals };
      return { ...NO_KEYWORDS, found: findSimilar(snapshot, context.postings, mask, seed) };
    }
    case 'keyword':
      return byKeywords(context, recall);
  }
}

function byKeywords(context: RecallContext, recall: Recall & { kind: 'keyword' }): KeywordResult {
  const named = ordinalsOf(context, [recall.text.trim()]);
  const result = searchKeywords(
    context,
    named.length > 0 ? { ...recall, tolerant: false, spelling: 'off' } : recall,
  );
  raiseExactTitles(context.snapshot, result.found, result.corrected ?? recall.text, result.terms);
  return { ...result, found: withNamed(result.found, named) };
}

/** Puts documents that the query names by id in front. */
function withNamed(found: Scored, named: readonly number[]): Scored {
  if (named.length === 0) return found;
  let best = 1;
  for (const score of found.scores ?? []) best = Math.max(best, score);
  const scores = new Map<number, number>();
  for (let at = 0; at < found.ids.length; at++) scores.set(found.ids[at] ?? 0, found.scores?.[at] ?? 0);
  for (const ordinal of named) scores.set(ordinal, best * ID_SCORE_FACTOR);
  const ids = Uint32Array.from(scores.keys()).sort();
  return { ids, scores: Float32Array.from(ids, (ordinal) => scores.get(ordinal) ?? 0) };
}

/** Documents of these ids that may be found, ascending. */
function ordinalsOf({ records, mask }: RecallContext, ids: readonly string[]): number[] {
  const ordinals = new Set(ids.flatMap((id) => records.ordinalsOf(id)));
  return [...ordinals].filter((ordinal) => mask[ordinal] === 1).sort((a, b) => a - b);
}

/** A category's id at any level of a product's paths (doc: public-facts C13). */
function inCategory({ snapshot, mask }: RecallContext, id: string): Scored {
  const column = snapshot.column(COLUMN.category);
  if (column?.kind !== 'text') return equally([]);
  const isKnown = categoryNodes(snapshot, column).some((node) => node.id === id || node.crumb === id);
  if (!isKnown) return equally([]);
  return keepVisible(
    snapshot,
    snapshot.derive(`category:${id}`, () => documentsIn(snapshot, id)),
    mask,
  );
}

function documentsIn(snapshot: Snapshot, id: string): Uint32Array {
  const passes = compileTests(snapshot, NO_IDS, 'category', [{ kind: 'value', value: id }]);
  const inside = new Uint32List();
  for (let ordinal = 0; ordinal < snapshot.ordinals; ordinal++) if (passes(ordinal)) inside.push(ordinal);
  return inside.view().slice();
}

function keepVisible(snapshot: Snapshot, all: Uint32Array, mask: Uint8Array): Scored {
  const ids = snapshot.scratch.uint32(all.length);
  let count = 0;
  for (let at = 0; at < all.length; at++) {
    const ordinal = all[at] ?? 0;
    if (mask[ordinal] === 1) ids[count++] = ordinal;
  }
  return { ids: ids.subarray(0, count), scores: null };
}

function allOf(snapshot: Snapshot, mask: Uint8Array): Scored {
  const ids = snapshot.scratch.uint32(snapshot.ordinals);
  let count = 0;
  for (let ordinal = 0; ordinal < mask.length; ordinal++) if (mask[ordinal] === 1) ids[count++] = ordinal;
  return { ids: ids.subarray(0, count), scores: null };
}

function equally(ids: readonly number[]): Scored {
  return { ids: Uint32Array.from(ids), scores: null };
}
