import type { SearchSettings } from './engine.ts';

/** How a catalog is searched unless the configuration says otherwise. */
export const DEFAULT_SEARCH_SETTINGS: Omit<SearchSettings, 'family'> = {
  searchUnavailable: false,
  distanceUnit: 'km',
  showProductsOutsideView: true,
  facetFields: null,
  synonyms: [],
  segmentBoosts: {},
};
