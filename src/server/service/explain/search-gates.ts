import { listHitMembers } from '../../../engine/documents/hit-document.ts';
import { type CatalogRecord, toEffectiveRecord } from '../../../engine/effective-record.ts';
import type {
  ExplainedFilter,
  ExplainedProduct,
  Explanation,
  Ranking,
} from '../../../engine/explain/explanation.ts';
import { RequestedFields } from '../../../engine/fields/requested-fields.ts';
import { toFieldKey } from '../../../engine/query/field-kinds.ts';
import type { SearchQuery } from '../../../engine/query/model.ts';
import type { Analyser } from '../../../engine/text/analyser.ts';
import { failGate, type Gate, passGate, skipGate, type WordFinding } from '../../../protocol/explanation.ts';
import { arrangePins, type Pins } from '../merchandising/pinned-order.ts';
import type { Rule } from '../merchandising/rules.ts';
import type { Merchandising } from '../merchandising/select-merchandising.ts';
import { listTests } from '../search/search-filters.ts';
import { readRecordWords } from './word-places.ts';

export interface ExplainedSearch {
  query: SearchQuery;
  /** Names of the query's filters, in their order: the texts of `fq`; `efq …`, then the rules that narrow. */
  filterTexts: { facet: readonly string[]; boolean: readonly string[] };
  rules: Merchandising;
  /** No words, no category: the product itself is looked at. */
  isForAll: boolean;
  analyser: Analyser;
}

/** From the index to the page: `visible`, `words` or `category`, each `filter`, `rank`. */
export function judgeSearch(asked: ExplainedSearch, id: string, product: ExplainedProduct | null): Gate[] {
  if (product === null) {
    const recall = asked.query.recall.kind === 'category' ? 'category' : 'words';
    const names: Gate['gate'][] = asked.isForAll ? ['visible', 'rank'] : ['visible', recall, 'rank'];
    return names.map((gate) => skipGate(gate, 'not in the index'));
  }
  return [
    checkShown(asked, product),
    ...judgeRecall(asked, product),
    ...product.filters.map((filter) => judgeFilter(asked, id, product, filter)),
    judgeRank(asked, id, product),
  ];
}

function checkShown({ query }: ExplainedSearch, { visibility, hiddenByView, view }: ExplainedProduct): Gate {
  const { viewId } = query;
  if (visibility === 'shown') {
    const inView = view === null ? '; shown with its base values in the view' : '; in the view';
    return passGate('visible', `available${viewId === null ? '' : inView}`);
  }
  if (visibility === 'not_in_view') {
    const message = viewId === null ? 'it exists only in views' : `it has no entry for the view ${viewId}`;
    return failGate('visible', 'explain.not_visible', message);
  }
  const inView = hiddenByView && viewId !== null ? ` in the view ${viewId}` : '';
  const code = hiddenByView ? 'explain.not_visible' : 'explain.unavailable';
  return failGate('visible', code, `availability is false${inView}`);
}

function judgeRecall(asked: ExplainedSearch, product: ExplainedProduct): Gate[] {
  const { recall } = asked.query;
  if (asked.isForAll || recall.kind === 'all') return [];
  if (recall.kind === 'category') return [checkCategory(recall.id, product)];
  return recall.kind === 'keyword' ? [checkWords(recall.text, product, asked.analyser)] : [];
}

function checkCategory(id: string, product: ExplainedProduct): Gate {
  const own = listCategories(product);
  const isIn = own.includes(id) || product.recalled === true;
  if (isIn) return passGate('category', `in category ${id}`);
  const message = `not in category ${id}: its categories are ${own.join(', ') || 'none'}`;
  return failGate('category', 'explain.not_in_category', message);
}

function listCategories({ record, view }: ExplainedProduct): string[] {
  const { attributes } = toEffectiveRecord(JSON.parse(record) as CatalogRecord, view);
  const paths = Array.isArray(attributes.category_paths) ? attributes.category_paths.flat() : [];
  const ids = paths.map((step: unknown) => (step as { id?: unknown } | null)?.id);
  return [...new Set([...ids, attributes.category].filter((each) => each != null).map(String))];
}

function checkWords(text: string, product: ExplainedProduct, analyser: Analyser): Gate {
  const { recalled, relaxed, correctedQuery } = product;
  const findings = describeWords(correctedQuery ?? text, product, analyser);
  const held = findings.filter(({ state }) => state === 'held');
  const missing = findings.filter(({ state }) => state === 'missing');
  const isFound = recalled ?? missing.length === 0;
  const how = [
    ...(correctedQuery === null ? [] : [`searched as "${correctedQuery}"`]),
    ...(isFound && missing.length > 0 ? ['matches only some of the words'] : []),
    ...(relaxed && !isFound ? ['other products match the words better'] : []),
  ];
  const told = [...(isFound ? held : missing), ...(isFound ? missing : held)].map(formatWord);
  const message = [...told, ...how].join(' · ') || 'the query is its id';
  const words = { words: findings };
  return isFound
    ? passGate('words', message, words)
    : failGate('words', 'explain.word_missing', message, words);
}

function describeWords(
  text: string,
  { record, view, words }: ExplainedProduct,
  analyser: Analyser,
): WordFinding[] {
  const recordWords = readRecordWords(JSON.parse(record) as CatalogRecord, view, analyser);
  const stem = (word: string) => analyser.stem(word);
  const findings = words.map(({ words: wanted, held }): WordFinding => {
    const word = wanted.join(' ');
    const searched = { word, stem: wanted.map(stem).join(' ') };
    if (held === null) {
      const nearest = recordWords.findNearest(word);
      return { ...searched, state: 'missing', ...(nearest && { nearest }) };
    }
    const as = held.words.join(' ');
    const places = recordWords.placesOf(held.words);
    return {
      ...searched,
      state: 'held',
      by: held.by,
      ...(as !== word && { as }),
      places: places.length > 0 ? places : held.fields.map((field) => ({ field })),
    };
  });
  const used = new Set(words.flatMap(({ words: wanted }) => wanted));
  const ignored = new Set(analyser.tokenizeText(text).filter((word) => !used.has(word)));
  return [
    ...findings,
    ...[...ignored].map((word): WordFinding => ({ word, stem: stem(word), state: 'ignored' })),
  ];
}

function formatWord({ word, stem: root, state, as, places = [], nearest }: WordFinding): string {
  if (state === 'missing') {
    const near = nearest === undefined ? '' : `; ${nearest.field} has ${nearest.word} (stem ${nearest.stem})`;
    return `${word} (stem ${root}) is in none of its fields${near}`;
  }
  const where = places.map(({ field, variant }) =>
    variant === undefined ? field : `${field} (variant ${variant})`,
  );
  return `${word}${as === undefined ? '' : ` as ${as}`}: ${where.join(', ')}`;
}

function judgeFilter(
  asked: ExplainedSearch,
  id: string,
  product: ExplainedProduct,
  filter: ExplainedFilter,
): Gate {
  const { text, fields } = getFilterText(asked, filter);
  const values = formatValues(fields, id, product);
  const shown = Object.entries(values).map(([field, value]) => `${field} ${value ?? 'is missing'}`);
  const together = filter.together ? '; no single variant passes all filters on variants' : '';
  const message = `${text} — ${shown.join(', ')}${together}`;
  const looked = { filter: text, values };
  return filter.passes
    ? passGate('filter', message, looked)
    : failGate('filter', 'explain.filtered', message, looked);
}

export function getFilterText(
  { query, filterTexts }: ExplainedSearch,
  { kind, at }: Pick<ExplainedFilter, 'kind' | 'at'>,
): { text: string; fields: string[] } {
  if (kind === 'distance') return { text: 'fq store_lat_lon', fields: ['store_location'] };
  if (kind === 'facet') {
    const { field = '' } = query.facetFilters[at] ?? {};
    return { text: `fq ${filterTexts.facet[at] ?? field}`, fields: [field] };
  }
  const filter = query.filters[at];
  return {
    text: filterTexts.boolean[at] ?? 'efq',
    fields: filter === undefined ? [] : [...new Set(listTests(filter).map(({ field }) => field))],
  };
}

/** Field values of the product as JSON, with the digits of the feed; plain texts without their quotes. */
function formatValues(
  fields: readonly string[],
  id: string,
  product: ExplainedProduct,
): Record<string, string | null> {
  const { record, view } = product;
  const request = { fields, geo: null };
  // Fields of no known type are shown as the feed has them.
  const presentation = { family: 'products', fields: new RequestedFields([]) } as const;
  const document = listHitMembers({ id, record, view }, request, presentation);
  const formatField = (field: string): string | null => {
    if (toFieldKey(field) === 'category') return listCategories(product).join(', ') || null;
    const isOnVariants = field === 'skuid' || (field.startsWith('sku_') && !document.has(field));
    const json = document.get(isOnVariants ? 'variants' : field);
    if (json === undefined || json === '[]') return null;
    return json.startsWith('"') ? (JSON.parse(json) as string) : json;
  };
  return Object.fromEntries(fields.map((field) => [field, formatField(field)]));
}

function judgeRank({ query, isForAll, rules }: ExplainedSearch, id: string, { ranking }: ExplainedProduct) {
  if (isForAll) return skipGate('rank', 'no query was given');
  if (ranking === null) return skipGate('rank', 'not found');
  const { rank, total, shown } = ranking;
  const page =
    query.group === null
      ? `rows ${query.start + 1} to ${query.start + query.rows}`
      : `the groups of ${query.group.field}`;
  const place = rank === null ? `behind the first 1,000 of ${total}` : `rank ${rank} of ${total}`;
  const pin = query.sort.length === 0 && query.group === null ? describePin(rules, id) : '';
  const message = `${place}${pin}, ${shown ? 'within' : 'not within'} ${page}`;
  return shown ? passGate('rank', message) : failGate('rank', 'explain.outranked', message);
}

/** A product's rank where rules pin products. @param pinned the pinned products that the search finds */
export function rankAmongPinned(
  { id, total, product }: Explanation,
  { query, pins }: { query: SearchQuery; pins: Pins },
  pinned: readonly Explanation[],
): Ranking | null {
  const present = new Set(pinned.map((each) => each.id));
  const ranking = product?.ranking ?? null;
  if (ranking === null || (ranking.rank === null && !present.has(id))) return ranking;
  const ownRank = ranking.rank ?? Infinity;
  const before = pinned.filter((each) => (each.product?.ranking?.rank ?? Infinity) < ownRank).length;
  const order = arrangePins(pins, present, total - present.size);
  const rank = order.findPlaceOf(id, ownRank - 1 - before);
  const shown = rank > query.start && rank <= query.start + query.rows;
  // Scores do not tell why a product stands behind one that was put there.
  const isByScore = !present.has(id) && !present.has(ranking.above?.id ?? '');
  return { ...ranking, rank, shown, above: isByScore ? ranking.above : null };
}

const PLACES: Readonly<Record<string, (rule: Rule) => readonly string[] | undefined>> = {
  locked: ({ lock }) => lock?.map(({ id }) => id),
  'put at the top': ({ top }) => top,
  'put at the bottom': ({ bottom }) => bottom,
};

/** Which rule has put a product where it is, for people; empty for none. */
function describePin({ rules }: Merchandising, id: string): string {
  for (const [place, listIds] of Object.entries(PLACES)) {
    const rule = rules.find((each) => listIds(each)?.includes(id));
    if (rule !== undefined) return `, ${place} by the rule "${rule.name}"`;
  }
  return '';
}
