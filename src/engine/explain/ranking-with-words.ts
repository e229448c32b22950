import type { Decision } from '../../protocol/explanation.ts';
import { type CatalogRecord, toEffectiveRecord } from '../effective-record.ts';
import type { FoundRecord, RecordOfId } from '../engine.ts';
import type { SearchQuery } from '../query/model.ts';
import { getAnalyser } from '../text/analyser.ts';
import type { ExplainedDocument } from './explained-document.ts';
import { type ExplainedSearch, type ExplainSource, MAX_RANKED, readDocument } from './explained-search.ts';
import type { Ranking } from './explanation.ts';
import { findGreatestDifference } from './score-difference.ts';

/**
 * Where a product that passes all filters would be, had it further words in its title: behind the hits with every word that score
 * more, or are sorted before it. What one product more that holds the words takes from the scores of the others is left out.
 */
export async function rankWithWords(
  source: ExplainSource,
  query: SearchQuery,
  search: ExplainedSearch,
  { id, record, view, document }: RecordOfId & { view: string | null; document: ExplainedDocument },
  words: readonly string[],
): Promise<Ranking | null> {
  const { scoring, answer } = search;
  if (scoring === null || query.recall.kind !== 'keyword') return null;
  const analyser = getAnalyser(source.settings, query.viewId);
  const head = analyser.findHeadWord(analyser.tokenizeText(query.recall.text));
  const title = addToTitle(document.title, words, head);
  const altered = withTitle(JSON.parse(record) as CatalogRecord, view, title);
  const factor = (await search.factors([id])).get(id) ?? 1;
  const gained = readDocument(source, { record: JSON.stringify(altered), view: null });
  const parts = scoring.afterGain(document, gained).expectedParts(gained, factor, analyser);
  const score = parts.reduce((sum, { effect, value }) => (effect === 'add' ? sum + value : sum * value), 0);
  const whole = answer.hits.filter((hit) => scoring.isWhole(hit.score));
  const isBefore = (hit: (typeof whole)[number]) => hit.score > score || (hit.score === score && hit.id < id);
  const { sort, start, rows } = query;
  const index =
    sort.length === 0
      ? whole.filter(isBefore).length
      : (await search.inOrder([...whole.map((hit) => hit.id), id], { sort })).indexOf(id);
  const total = answer.total + 1;
  if (index >= MAX_RANKED) return { rank: null, total, shown: false, score, parts, above: null };
  const above = sort.length === 0 ? whole[index - 1] : undefined;
  const [place] = above === undefined ? [] : await search.rankings([above.id]);
  const decide = (hit: FoundRecord): Decision => ({
    by: 'score',
    lead: hit.score - score,
    ...findGreatestDifference(place?.parts ?? [], parts),
  });
  return {
    rank: index + 1,
    total,
    shown: index >= start && index < start + rows,
    score,
    parts,
    above: above === undefined ? null : { id: above.id, score: above.score, decision: decide(above) },
  };
}

/** The record as a view shows it, with another title. */
function withTitle(record: CatalogRecord, view: string | null, title: string): CatalogRecord {
  const { attributes, variants } = toEffectiveRecord(record, view);
  return {
    attributes: { ...attributes, title },
    variants: Object.fromEntries(variants.map(({ id, attributes: own }) => [id, { attributes: own }])),
  };
}

/** The word that says what a thing is comes last in English, others come before. */
function addToTitle(title: string, words: readonly string[], head: string | undefined): string {
  const behind = words.filter((word) => word === head);
  return [...words.filter((word) => word !== head), title, ...behind].filter(Boolean).join(' ');
}
