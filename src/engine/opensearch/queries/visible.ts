import type { SearchSettings } from '../../engine.ts';
import type { SearchQuery } from '../../query/model.ts';
import type { IndexState } from '../cluster/index-state.ts';
import { type Clause, excludeNotLive } from '../documents/live-documents.ts';

export interface Conditions {
  filter: Clause[];
  must_not: Clause[];
}

type Viewer = Pick<SearchQuery, 'viewId' | 'includeUnavailable'>;
type VisibilitySettings = Pick<SearchSettings, 'searchUnavailable' | 'showProductsOutsideView'>;

/**
 * The documents visible to the caller: the view's own documents, and the base documents of products that have
 * none for the view; without a view the base documents. Unavailable products are out unless asked for (doc: public-facts B4, C12).
 */
export function matchVisible(
  state: IndexState,
  settings: VisibilitySettings,
  { viewId, includeUnavailable }: Viewer,
): Conditions {
  const { must_not } = excludeNotLive(state);
  const filter: Clause[] = [];
  if (!includeUnavailable && !settings.searchUnavailable) filter.push({ term: { available: true } });
  filter.push(viewClause(viewId, settings.showProductsOutsideView));
  return { filter, must_not };
}

function viewClause(viewId: string | null, showOutsideView: boolean): Clause {
  const base = { term: { view: '' } };
  if (viewId === null || viewId === '') return viewId === '' && !showOutsideView ? { match_none: {} } : base;
  const own = { term: { view: viewId } };
  if (!showOutsideView) return own;
  const outside = { bool: { filter: [base], must_not: [{ term: { views: viewId } }] } };
  return { bool: { should: [own, outside], minimum_should_match: 1 } };
}
