import type { SearchSettings } from '../../../engine/engine.ts';
import type { Merchandising } from '../merchandising/select-merchandising.ts';

/** A widget that a merchant has set up in the dashboard of the hosted service. */
export interface WidgetSetting {
  id: string;
  name: string;
  description: string;
  /** First part of its path: `item`, `category`, `keyword`, `personalized` or `global`. */
  type: string;
}

/** Dashboard settings of the hosted service that change what its answers look like. */
export interface AnswerSettings {
  /** Facets without `facet.version` in the request: accounts live since 2023-09-07 get 3.0 (doc: public-facts C4). */
  facetVersion: 'legacy' | '3.0';
  /** Most values of one facet; no limit is documented (assumption). */
  facetLimit: number;
  /** Numeric facets that come as `number_stats` without being asked for (rec: public-facts H). */
  statsFacets: readonly string[];
  /** Queries, whatever their case, that are sent on to a page (doc: public-facts C11 `keywordRedirect`). */
  redirects: Readonly<Record<string, string>>;
  /** The pathways widgets that exist; null takes every id (assumption). */
  widgets: readonly WidgetSetting[] | null;
  /** Address of a category page; `{id}` and `{slug}` are filled in (assumption). */
  categoryUrl: string;
}

export const DEFAULT_ANSWER_SETTINGS: AnswerSettings = {
  facetVersion: '3.0',
  facetLimit: 500,
  statsFacets: [],
  redirects: {},
  widgets: null,
  categoryUrl: '/c/{slug}/{id}',
};

export interface SearchConditions {
  loose: boolean;
  search: Omit<SearchSettings, 'family'>;
  answers: AnswerSettings;
  nowMs: number;
  /** Merchandising of this search. */
  merchandising?: Merchandising | null;
}
