import { type CatalogRecord, effectiveRecord } from '../../effective-record.ts';
import {
  documentToExplain,
  explainFilters,
  trialsFor,
  visibilityOf,
  waysToHold,
  withSynonym,
} from '../../explain-rules.ts';
import type {
  Counterfactual,
  ExplainedProduct,
  ExplainedWord,
  ExplainRequest,
  Explanation,
} from '../../explanation.ts';
import { asText } from '../../field-values.ts';
import type { SearchQuery } from '../../query/model.ts';
import { type Analyser, analyserOfView } from '../../text/analyser.ts';
import { liveAtVersion } from '../documents/live-documents.ts';
import { RecordWords } from '../documents/record-words.ts';
import { ExplainedDocument, namedQueries } from './explained-documents.ts';
import type { WeightedTerm } from './keyword-terms.ts';
import { type OpenVersion, RECORD_STORED } from './open-version.ts';
import { placed, TracedSearch } from './traced-search.ts';

/** Documents of the products that are explained at once, views and all. */
const MAX_DOCUMENTS = 10_000;

/**
 * Why products are, or are not, among the hits of a query: two searches for all of them, and one that asks of their documents
 * what each meets. Counterfactuals are searches of their own; what a word more in its title would do to a product cannot be
 * asked of a cluster.
 */
export async function explain(version: OpenVersion, request: ExplainRequest): Promise<Explanation[]> {
  const { ids, query, counterfactuals } = request;
  const search = await TracedSearch.of(version, query);
  const documents = await documentsOf(version, query, ids, search.recalled.terms, search);
  const chosen = ids.map((id) =>
    documentToExplain(
      documents.get(id) ?? [],
      query,
      ({ isShown }) => isShown,
      ({ view }) => view,
    ),
  );
  const shown = chosen.filter((one) => one?.isShown === true) as ExplainedDocument[];
  const rankings = await search.rankings(shown.map(({ place }) => place));
  const rankingOf = new Map(shown.map((document, at) => [document, rankings[at] ?? null]));
  const explained: Explanation[] = [];
  for (const [at, id] of ids.entries()) {
    const document = chosen[at];
    const common = { id, indexVersion: version.state.version, total: search.total };
    if (document === undefined) {
      explained.push({ ...common, product: null });
      continue;
    }
    const own = documents.get(id) ?? [];
    const product: ExplainedProduct = {
      record: document.record(own),
      view: document.view,
      ...visibilityOf(query, version.settings, {
        isShown: document.isShown,
        isAvailable: document.meets('available'),
        isShownInBase: () => own.some((each) => each.meets('base')),
      }),
      correctedQuery: search.recalled.corrected,
      relaxed: search.recalled.relaxed,
      words: wordsOf(search.recalled.terms, document, own, analyserOfView(version.settings, document.view)),
      recalled: document.isShown ? document.meets('recalled') : null,
      filters: explainFilters(
        query,
        (field) => version.fields.isOnVariants(field),
        ({ place }) => document.meets(`filter ${place.kind} ${place.at}`),
        document.meets('variants'),
      ),
      ranking: rankingOf.get(document) ?? null,
      counterfactuals: [],
    };
    if (counterfactuals)
      product.counterfactuals = await whatIf(version, query, document, product, search.recalled.terms);
    explained.push({ ...common, product });
  }
  return explained;
}

/** The documents of products, by id, with what each of them meets. */
async function documentsOf(
  version: OpenVersion,
  query: SearchQuery,
  ids: readonly string[],
  terms: readonly WeightedTerm[],
  { recalled }: TracedSearch,
): Promise<Map<string, ExplainedDocument[]>> {
  const { must_not } = liveAtVersion(version.state);
  const answer = await version.askNamed({
    size: MAX_DOCUMENTS,
    query: {
      bool: {
        filter: [{ terms: { id: [...new Set(ids)] } }],
        must_not,
        should: namedQueries(version, query, terms, recalled),
      },
    },
    sort: [{ docid: 'asc' }, { id: 'asc' }],
    ...RECORD_STORED,
    docvalue_fields: ['docid', 'view'],
  });
  const found = new Map<string, ExplainedDocument[]>();
  for (const hit of answer.hits.hits) {
    const document = new ExplainedDocument(hit);
    found.set(document.id, [...(found.get(document.id) ?? []), document]);
  }
  return found;
}

function wordsOf(
  terms: readonly WeightedTerm[],
  document: ExplainedDocument,
  documents: readonly ExplainedDocument[],
  analyser: Analyser,
): ExplainedWord[] {
  const own = new RecordWords(document.record(documents), document.view, analyser);
  return terms.map(({ term }, at) => {
    const held = waysToHold(term).find((_, place) => document.meets(`word ${at} ${place}`));
    return {
      words: term.words,
      held:
        held === undefined ? null : { words: held.words, by: held.by, fields: own.fieldsWith(held.stems) },
    };
  });
}

/** Searches again, each time with one thing changed that keeps the product out. */
async function whatIf(
  version: OpenVersion,
  query: SearchQuery,
  document: ExplainedDocument,
  product: ExplainedProduct,
  terms: readonly WeightedTerm[],
): Promise<Counterfactual[]> {
  const { attributes } = effectiveRecord(JSON.parse(product.record) as CatalogRecord, product.view);
  const found: Counterfactual[] = [];
  for (const { change, query: asked } of trialsFor(
    query,
    product,
    asText(attributes.title),
    terms,
    version.settings,
  )) {
    if (change.kind === 'word_in_title') continue;
    const own =
      change.kind === 'synonym'
        ? version.withSettings(withSynonym(version.settings, change.words, change.of))
        : version;
    const search = await TracedSearch.of(
      own,
      asked,
      change.kind === 'visible' ? placed([document.place]) : undefined,
    );
    found.push({ change, ranking: (await search.rankings([document.place]))[0] ?? null });
  }
  return found;
}
