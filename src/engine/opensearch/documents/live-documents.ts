import type { SearchSettings } from '../../engine.ts';
import type { SearchQuery } from '../../query/model.ts';
import type { IndexState } from '../cluster/index-state.ts';
import { encodeRoaring } from './roaring.ts';

/** Part of the query language of the cluster. */
export type Clause = Readonly<Record<string, unknown>>;

/** Numbers that decide which documents a version has. */
type Version = Pick<IndexState, 'stamp' | 'gaps' | 'ended'>;

const clausesByVersion = new WeakMap<Version, readonly Clause[]>();

/**
 * must_not clauses for a version: exclude documents added later or superseded. Documents of the full build carry no
 * version.
 */
export function excludeNotLive(version: Version): { must_not: Clause[] } {
  let clauses = clausesByVersion.get(version);
  if (clauses === undefined) {
    const gaps = version.gaps.map(([gte, lte]) => ({ range: { since: { gte, lte } } }));
    clauses = [{ range: { since: { gt: version.stamp } } }, ...gaps, ...listSuperseded(version)];
    clausesByVersion.set(version, clauses);
  }
  return { must_not: [...clauses] };
}

/** Superseded documents that are still there. */
function listSuperseded({ ended }: Version): Clause[] {
  const docids = new Set(ended.flatMap(({ docids }) => docids));
  if (docids.size === 0) return [];
  const bitmap = encodeRoaring([...docids].sort((a, b) => a - b));
  return [{ terms: { docid: [bitmap], value_type: 'bitmap' } }];
}

export interface Conditions {
  filter: Clause[];
  must_not: Clause[];
}

/**
 * The documents visible to the caller: the view's own documents, and the base documents of products that have
 * none for the view; without a view the base documents. Unavailable products are out unless asked for (doc: public-facts B4, C12).
 */
export function matchVisible(
  state: IndexState,
  settings: Pick<SearchSettings, 'searchUnavailable' | 'showProductsOutsideView'>,
  { viewId, includeUnavailable }: Pick<SearchQuery, 'viewId' | 'includeUnavailable'>,
): Conditions {
  const { must_not } = excludeNotLive(state);
  const filter: Clause[] = [];
  if (!includeUnavailable && !settings.searchUnavailable) filter.push({ term: { available: true } });
  filter.push(buildViewClause(viewId, settings.showProductsOutsideView));
  return { filter, must_not };
}

function buildViewClause(viewId: string | null, showOutsideView: boolean): Clause {
  const base = { term: { view: '' } };
  if (viewId === null || viewId === '') return viewId === '' && !showOutsideView ? { match_none: {} } : base;
  const own = { term: { view: viewId } };
  if (!showOutsideView) return own;
  const outside = { bool: { filter: [base], must_not: [{ term: { views: viewId } }] } };
  return { bool: { should: [own, outside], minimum_should_match: 1 } };
}
