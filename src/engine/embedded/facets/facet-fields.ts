import type { SearchSettings } from '../../engine.ts';
import type { FieldInfo } from '../../fields/field-catalog.ts';
import type { FacetRequest } from '../../query/model.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A field with more texts than this names products rather than groups them. */
const MAX_FACET_VALUES = 1000;
/** Texts that most products have to themselves do not group them either. */
const MAX_DISTINCT_SHARE = 0.5;
const FEW_VALUES = 12;
/** Facets that nobody asked for by name; of more, those that most products have. */
const MAX_AUTO_FACETS = 200;

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
    const fields = [...snapshot.fields].filter(
      ([name, info]) => name.startsWith('p:') && !NEVER.test(name) && groups(info),
    );
    return ['category', ...mostFilled(fields.map(([, info]) => info)).map(({ name }) => name)];
  });
}

/** As many as may be, in the order given. */
function mostFilled(fields: readonly FieldInfo[]): readonly FieldInfo[] {
  if (fields.length <= MAX_AUTO_FACETS) return fields;
  const ordered = fields.toSorted((a, b) => b.filled - a.filled || (a.name < b.name ? -1 : 1));
  const chosen = new Set(ordered.slice(0, MAX_AUTO_FACETS));
  return fields.filter((field) => chosen.has(field));
}

function groups({ type, filled, distinct }: FieldInfo): boolean {
  if (type === 'number') return true;
  return distinct <= Math.max(FEW_VALUES, Math.min(MAX_FACET_VALUES, filled * MAX_DISTINCT_SHARE));
}
