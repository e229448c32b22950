import type { SearchSettings } from '../engine.ts';
import type { FieldCatalog, FieldInfo } from '../fields/field-survey.ts';
import type { FacetRequest } from '../query/model.ts';

/** A field with more texts than this names products rather than groups them. */
const MAX_FACET_VALUES = 1000;
/** Texts that most products have to themselves do not group them either. */
const MAX_DISTINCT_SHARE = 0.5;
const FEW_VALUES = 12;
/** Facets that nobody asked for by name; of more, those that most products have. */
const MAX_AUTO_FACETS = 200;

/** Never facets: what addresses or describes one product, and `availability` (doc: public-facts B4). */
const NEVER =
  /^(pid|item_id|title|item_title|url|availability|keywords|tags|category|color|color_group|size|price_range|sale_price_range|sku_.*)$|_(url|date)$/;

/**
 * The fields to facet, in the order they come back: those asked for; else those of the setting; else `category` and
 * every field of the data that groups products (assumption: the service ranks them by its own rules).
 */
export function chooseFacetFields(
  catalog: FieldCatalog,
  settings: Pick<SearchSettings, 'facetFields'>,
  { fields, ranges }: FacetRequest,
): string[] {
  const chosen = fields === 'auto' ? (settings.facetFields ?? listGroupingFields(catalog)) : fields;
  return [...new Set([...chosen, ...ranges])];
}

/** Facet fields by catalog, cached: every search needs them. */
const known = new WeakMap<FieldCatalog, string[]>();

function listGroupingFields(catalog: FieldCatalog): string[] {
  const grouping = known.get(catalog) ?? findGroupingFields(catalog);
  known.set(catalog, grouping);
  return grouping;
}

function findGroupingFields(catalog: FieldCatalog): string[] {
  const fields = catalog.filter(
    (field) => field.on === 'product' && !NEVER.test(field.name) && isGrouping(field),
  );
  return ['category', ...takeMostFilled(fields).map(({ name }) => name)];
}

/** As many as may be, in the order given. */
function takeMostFilled(fields: readonly FieldInfo[]): readonly FieldInfo[] {
  if (fields.length <= MAX_AUTO_FACETS) return fields;
  const ordered = fields.toSorted((a, b) => b.filled - a.filled || (a.name < b.name ? -1 : 1));
  const chosen = new Set(ordered.slice(0, MAX_AUTO_FACETS));
  return fields.filter((field) => chosen.has(field));
}

function isGrouping({ type, filled, distinct }: FieldInfo): boolean {
  if (filled === 0) return false;
  if (type === 'number') return true;
  return distinct <= Math.max(FEW_VALUES, Math.min(MAX_FACET_VALUES, filled * MAX_DISTINCT_SHARE));
}
