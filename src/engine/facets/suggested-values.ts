import { EVERYTHING } from '../complete-engine.ts';
import type { FacetRequest, FacetResult, SearchQuery } from '../query/model.ts';
import { fold } from '../text/analysis.ts';

const FACETS: FacetRequest = { fields: ['brand', 'category'], ranges: [], prefixes: {}, limit: 30_000 };

/** A brand, or the name of a category, and how many products have it. */
export interface SuggestedValue {
  name: string;
  value: string;
  folded: string;
  count: number;
}

/** Asks for what `suggestedValues` reads. */
export function valuesQuery(viewId: string | null): SearchQuery {
  return { ...EVERYTHING, viewId, facets: FACETS, includeUnavailable: false };
}

/** Each value once, though a category may be at several places of the tree under one name; the most frequent first. */
export function suggestedValues(facets: readonly FacetResult[]): SuggestedValue[] {
  const counted = new Map<string, SuggestedValue>();
  for (const facet of facets) {
    if (facet.kind !== 'text' && facet.kind !== 'category') continue;
    for (const { name: value, count } of facet.values) {
      const known = counted.get(`${facet.field}\t${value}`);
      if (known) known.count = Math.max(known.count, count);
      else
        counted.set(`${facet.field}\t${value}`, {
          name: facet.field,
          value,
          folded: ` ${fold(value)}`,
          count,
        });
    }
  }
  return [...counted.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** Those that begin with what was typed, or have a word that does. */
export function valuesBegun(
  values: readonly SuggestedValue[],
  prefix: string,
  limit: number,
): { name: string; value: string }[] {
  const offered = values.filter(({ folded }) => folded.includes(` ${prefix}`));
  return offered.slice(0, limit).map(({ name, value }) => ({ name, value }));
}
