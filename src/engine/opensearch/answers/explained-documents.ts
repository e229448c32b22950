import { eachFilter } from '../../explain-rules.ts';
import type { SearchQuery } from '../../query/model.ts';
import type { Clause } from '../documents/live-documents.ts';
import { ALL, facetClauses, filterClause } from '../queries/filter-clauses.ts';
import { termClause } from '../queries/term-clauses.ts';
import { visibleTo } from '../queries/visible.ts';
import type { WeightedTerm } from './keyword-terms.ts';
import { type OpenVersion, type RawHit, recordOf } from './open-version.ts';
import type { Recalled } from './recall.ts';
import { within } from './search-body.ts';
import type { DocumentPlace } from './traced-search.ts';

/** What is asked of the documents of an explained product, each under a name. */
export function namedQueries(
  version: OpenVersion,
  query: SearchQuery,
  terms: readonly WeightedTerm[],
  recalled: Recalled,
): Clause[] {
  const { fields, state, settings } = version;
  const question = (name: string, filter: readonly Clause[], more: object = {}): Clause => ({
    bool: { filter, ...more, _name: name },
  });
  const conditions = (name: string, viewer: Pick<SearchQuery, 'viewId' | 'includeUnavailable'>) => {
    const { filter, must_not } = visibleTo(state, settings, viewer);
    return question(name, filter, { must_not });
  };
  const onVariants = query.facetFilters.filter(({ field }) => fields.isOnVariants(field));
  const filters = eachFilter(query).map(({ place, alone: { facetFilters, filters: booleans, geo } }) =>
    question(`filter ${place.kind} ${place.at}`, [
      ...facetClauses(fields, facetFilters, []).early,
      ...booleans.map((filter) => filterClause(fields, filter)),
      ...(geo !== null && geo.maxDistance !== null ? [within(geo, geo.maxDistance)] : []),
    ]),
  );
  const words = terms.flatMap(({ term }, at) =>
    [...term.alternatives, ...(term.compounds ?? [])].map((one, place) =>
      question(`word ${at} ${place}`, [termClause({ words: term.words, alternatives: [one] }, 1)]),
    ),
  );
  return [
    conditions('shown', query),
    conditions('base', { ...query, viewId: null }),
    question('available', [{ term: { available: true } }]),
    question('recalled', [recalled.clause]),
    question('variants', [ALL, ...facetClauses(fields, onVariants, []).early]),
    ...filters,
    ...words,
  ];
}

/** A search document of an explained product, and what it meets. */
export class ExplainedDocument {
  readonly id: string;
  readonly docid: number;
  /** Null for the base. */
  readonly view: string | null;
  readonly place: DocumentPlace;
  readonly #matched: Readonly<Record<string, number>>;
  readonly #record: string | undefined;

  constructor(hit: RawHit) {
    const { sort, fields, matched_queries } = hit;
    this.id = String(sort?.at(-1));
    this.docid = Number(fields?.docid?.[0]);
    this.place = { docid: this.docid, view: String(fields?.view?.[0] ?? '') };
    this.view = this.place.view || null;
    this.#matched = matched_queries ?? {};
    this.#record = recordOf(hit);
  }

  /** Whether it is what `namedQueries` has under a name. */
  meets(name: string): boolean {
    return Object.hasOwn(this.#matched, name);
  }

  /** The caller may see it. */
  get isShown(): boolean {
    return this.meets('shown');
  }

  /** JSON text of the record, which the base has. @param documents of the same product */
  record(documents: readonly ExplainedDocument[]): string {
    const base = documents.find(({ docid, view }) => docid === this.docid && view === null);
    return base === undefined ? '{}' : (base.#record ?? '{}');
  }
}
