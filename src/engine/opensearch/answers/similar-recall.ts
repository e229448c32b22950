import { CategoryTree } from '../../category-paths.ts';
import { type CatalogRecord, type EffectiveRecord, toEffectiveRecord } from '../../effective-record.ts';
import { isNumeric, listScalars, type Scalar } from '../../field-values.ts';
import type { Recall } from '../../query/model.ts';
import { LIKENESS_EFFECTS, MAX_LIKE_WORDS, PRICE_EFFECT } from '../../ranking/likeness.ts';
import { computeTermWeight } from '../../ranking/word-weights.ts';
import { getQueryAnalysers } from '../../text/analyser.ts';
import { toQueryTerm } from '../../text/synonyms.ts';
import { toProductPath } from '../documents/field-paths.ts';
import type { Clause } from '../documents/live-documents.ts';
import { buildTermClause } from '../queries/term-clauses.ts';
import type { OpenVersion } from './open-version.ts';
import { findProducts, listCategories } from './pages.ts';
import { recallBy } from './recall.ts';

/** Of the nodes of categories that are asked for by id, the first: each is a clause, of which the server takes 1,024. */
const MAX_NAMED = 500;

type SimilarRecall = Recall & { kind: 'similar' };

/** Products that share categories, brand or words with others, these left out. */
export async function recallSimilar(version: OpenVersion, recall: SimilarRecall, viewId: string | null) {
  const [seeds, named] = await Promise.all([
    readSeeds(version, recall.ids),
    findCategories(version, recall.categoryIds),
  ]);
  const categories = [...new Set([...seeds.categories, ...named])];
  const brandPath = toProductPath('s', 'brand');
  const { category, brand } = LIKENESS_EFFECTS;
  const shared = [
    ...categories.map((entry) => ({ clause: { term: { category: entry } }, effect: category })),
    ...seeds.brands.map((name) => ({ clause: { term: { [brandPath]: name } }, effect: brand })),
  ];
  const counts = await version.wordCounts.meeting(shared.map(({ clause }) => clause));
  const weigh = (count: number) => computeTermWeight(version.state.documents, count);
  const should: Clause[] = shared.map(({ clause, effect }, index) => ({
    constant_score: { filter: clause, boost: effect * weigh(counts[index] ?? 0) },
  }));
  should.push(...(await findWords(version, viewId, [recall.text, ...seeds.titles].join(' '), weigh)));
  const likeness: Clause =
    should.length === 0
      ? { match_none: {} }
      : { bool: { should, minimum_should_match: 1, must_not: [{ terms: { id: [...recall.ids] } }] } };
  return recallBy(scoreNearPrice(version, likeness, seeds.prices), true);
}

/** The nodes of the category tree that have these ids: a category may stand in several places. */
async function findCategories(version: OpenVersion, ids: readonly string[]): Promise<string[]> {
  const nodes = ids.length === 0 ? [] : await listCategories(version);
  return nodes
    .filter(({ id }) => ids.includes(id))
    .map(({ entry }) => entry)
    .slice(0, MAX_NAMED);
}

/** The rarest words, scored by where they are. */
async function findWords(
  version: OpenVersion,
  viewId: string | null,
  text: string,
  weightOf: (count: number) => number,
): Promise<Clause[]> {
  const analysers = getQueryAnalysers(version.settings, viewId);
  const terms = analysers[0]
    .tokenizeQuery(text)
    .slice(0, MAX_LIKE_WORDS * 2)
    .map((word) => toQueryTerm([word], analysers));
  const counts = await version.wordCounts.meeting(terms.map((term) => buildTermClause(term, 1)));
  return terms
    .map((term, index) => ({ term, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.count - b.count)
    .slice(0, MAX_LIKE_WORDS)
    .map(({ term, count }) => buildTermClause(term, LIKENESS_EFFECTS.word * weightOf(count)));
}

/** Values of the products with these ids, in every view. */
async function readSeeds(version: OpenVersion, ids: readonly string[]) {
  // The words of the first products go before those of the others, of which not all are taken.
  const documents = (await findProducts(version, ids)).flatMap(({ record: json }) => {
    const record = JSON.parse(json) as CatalogRecord;
    return [null, ...Object.keys(record.views ?? {})].map((view) => toEffectiveRecord(record, view));
  });
  const tree = new CategoryTree();
  const nodes = documents.flatMap(({ attributes }) => tree.nodesOf(attributes));
  const getTexts = (name: string) => [
    ...new Set(documents.flatMap((seen) => listValues(seen, name).map(String))),
  ];
  return {
    categories: [...new Set(nodes.map(({ entry }) => entry))],
    brands: getTexts('brand'),
    titles: getTexts('title'),
    prices: documents.flatMap((seen) => {
      const prices = listValues(seen, 'price').filter(isNumeric).map(Number);
      return prices.length === 0 ? [] : [Math.min(...prices)];
    }),
  };
}

/** The values of a product; where it has none, those of its variants. */
function listValues({ attributes, variants }: EffectiveRecord, name: string): Scalar[] {
  const own = listScalars(attributes[name] ?? null);
  if (own.length > 0) return own;
  return listScalars(variants.flatMap((variant) => listScalars(variant.attributes[name] ?? null)));
}

/** A factor by how near a product's price is to the mean of the given, on a logarithmic scale. */
function scoreNearPrice({ state }: OpenVersion, likeness: Clause, given: readonly number[]): Clause {
  const prices = given.filter((price) => price > 0);
  const hasPrice = state.fields.some(
    ({ on, name, type }) => on === 'product' && name === 'price' && type === 'number',
  );
  if (prices.length === 0 || !hasPrice) return likeness;
  const middle = prices.reduce((sum, price) => sum + Math.log(price), 0) / prices.length;
  const source = `
    if (doc[params.path].size() == 0) return _score;
    double price = doc[params.path].get(0);
    return price > 0 ? _score * (1 + params.effect * Math.exp(-Math.abs(Math.log(price) - params.middle))) : _score;`;
  const params = { path: toProductPath('n', 'price'), middle, effect: PRICE_EFFECT };
  return { script_score: { query: likeness, script: { source, params } } };
}
