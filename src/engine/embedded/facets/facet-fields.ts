import type { SearchSettings } from '../../engine.ts';
import type { FieldInfo } from '../../fields/field-catalog.ts';
import type { FacetRequest } from '../../query/model.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A field with more texts than this names products rather than groups them. */
const MAX_FACET_VALUES = 1000;
/** Texts that most products have to themselves do not group them either. */
const MAX_DISTINCT_SHARE = 0.5;
const FEW_VALUES = 12;

/** Never facets: what addresses or describes one product, and `availability` (doc: public-facts B4). */
const NEVER =
  /^p:(pid|item_id|title|item_title|url|availability|keywords|tags|category|color|color_group|size|price_range|sale_price_range|sku_.*)$|_(url|date)$/;

/**
 * The fields to facet, in the order they come back: those asked for; else those of the setting; else `category` and
 * every field of the data that groups products (assumption: the service ranks them by rules of its own).
 */
export function facetFields(
  snapshot: Snapshot,
  settings: Pick<SearchSettings, 'facetFields'>,
  { fields, ranges }: FacetRequest,
): string[] {
  const chosen = fields === 'auto' ? (settings.facetFields ?? groupingFields(snapshot)) : fields;
  return [...new Set([...chosen, ...ranges])];
}

function groupingFields(snapshot: Snapshot): string[] {
  return snapshot.derive('groupingFields', () => {
    const names: string[] = [];
    for (const [name, info] of snapshot.fields) {
      if (name.startsWith('p:') && !NEVER.test(name) && groups(info)) names.push(name.slice(2));
    }
    return ['category', ...names];
  });
}

function groups({ type, filled, distinct }: FieldInfo): boolean {
  if (type === 'number') return true;
  return distinct <= Math.max(FEW_VALUES, Math.min(MAX_FACET_VALUES, filled * MAX_DISTINCT_SHARE));
}
