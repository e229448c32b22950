import type { SearchQuery } from '../../query/model.ts';
import { chooseTitleWindow, compileTitleQuery, scoreTitle } from '../../ranking/title-words.ts';
import { getAnalyser } from '../../text/analyser.ts';
import { analyseText } from '../../text/analysis.ts';
import { toProductPath } from '../documents/field-paths.ts';
import { getHitScore, type ScoredDocument, toHitKey, toScoredDocument } from './found-hits.ts';
import type { OpenVersion, RawHit } from './open-version.ts';
import type { RecallResult } from './recall.ts';

/** The titles of the best matches of a keyword query that are looked at. */
export type TitleWindow = NonNullable<ReturnType<typeof createTitleWindow>>;

/** Null where titles do not decide the order. */
export function createTitleWindow(
  { state, settings }: OpenVersion,
  { recall, sort, viewId }: SearchQuery,
  { plan, terms }: RecallResult,
) {
  if (recall.kind !== 'keyword' || sort.length > 0) return null;
  const typed = analyseText(plan?.corrected ?? recall.text);
  const products = state.fields.filter(({ on }) => on === 'product');
  const title =
    products.find(({ name }) => name === 'title') ?? products.find(({ name }) => name === 'item_title');
  return {
    size: chooseTitleWindow(typed),
    /** Where the index has titles; null where the catalog has none. */
    path: title?.type === 'text' ? toProductPath('s', title.name) : null,
    wanted: compileTitleQuery(typed, terms, getAnalyser(settings, viewId)),
  };
}

/**
 * Raises the best matches by their titles before boosts multiply their scores; the others keep theirs.
 *
 * @param best the window of titles as it is without boosts
 * @param bonus of what has all words, which boosts do not multiply
 */
export function rankByTitles(
  { path, wanted }: TitleWindow,
  hits: readonly RawHit[],
  best: readonly RawHit[],
  bonus: number,
  namedScore: number | null,
): ScoredDocument[] {
  const plain = new Map(best.map((hit) => [toHitKey(hit), hit]));
  const documents = hits.map((hit) => {
    const document = toScoredDocument(hit, namedScore);
    const best = plain.get(toHitKey(hit));
    if (best === undefined) return document;
    const [title, ...more] = (path === null ? undefined : best.fields?.[path]) ?? [];
    const gain =
      typeof title === 'string' && more.length === 0
        ? scoreTitle(title, wanted, () => (best.fields?.kinds ?? []).map(String))
        : 0;
    const score = getHitScore(best, namedScore);
    const extra = bonus > 0 && score >= bonus ? bonus : 0;
    const multiplied = (best._score ?? 1) - extra;
    const factor = multiplied === 0 ? 1 : ((hit._score ?? 1) - extra) / multiplied;
    const raised = Math.fround(Math.fround(score) - extra + gain) * factor + extra;
    return { ...document, score: Math.fround(raised) };
  });
  // Ids order by their UTF-8 bytes, as the cluster has them.
  return documents.sort((a, b) => b.score - a.score || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
}
