import type { BooleanFilter, FieldTest, SearchQuery } from '../../../src/engine/query/model.ts';

/**
 * The rules of search over raw records, evaluated one record at a time in the plainest way. Shares nothing with the
 * engine; slow on purpose.
 */

type Values = (string | number | boolean)[];
type Attributes = Record<string, unknown>;

export interface RawRecord {
  attributes?: Attributes;
  variants?: Record<string, { attributes?: Attributes }>;
  views?: Record<
    string,
    {
      attributes?: Attributes;
      variants?: Record<string, { attributes?: Attributes; exclude_from_view?: boolean }>;
    }
  >;
}

export interface Seen {
  id: string;
  attributes: Attributes;
  variants: { id: string; attributes: Attributes }[];
}

/** Records as a view shows them, those it hides left out. */
export function seenRecords(
  records: Record<string, RawRecord>,
  { viewId, includeUnavailable }: Pick<SearchQuery, 'viewId' | 'includeUnavailable'>,
): Seen[] {
  const seen: Seen[] = [];
  for (const [id, record] of Object.entries(records)) {
    const overlay = viewId === null ? undefined : record.views?.[viewId];
    const attributes = { ...record.attributes, ...withoutNulls(overlay?.attributes) };
    if (attributes.availability === false && !includeUnavailable) continue;
    const variants = Object.entries(record.variants ?? {})
      .filter(([variant]) => overlay?.variants?.[variant]?.exclude_from_view !== true)
      .map(([variant, { attributes: own }]) => ({
        id: variant,
        attributes: { ...own, ...withoutNulls(overlay?.variants?.[variant]?.attributes) },
      }));
    seen.push({ id, attributes, variants });
  }
  return seen;
}

const withoutNulls = (attributes: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));

const list = (value: unknown): Values => {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? (value.filter((item) => item !== null) as Values) : [value as string];
};

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

const NUMBERS = new Set(['price', 'rating', 'sku_price']);

/** A product's values of a field, as the field's type. */
export function valuesOf(seen: Seen, field: string): Values {
  const typed = (values: Values) => (NUMBERS.has(field) ? values.map(Number) : values.map(String));
  const onVariants = (name: string) =>
    unique<Values[number]>(typed(seen.variants.flatMap((variant) => list(variant.attributes[name]))));
  if (field === 'pid') return [seen.id];
  if (field === 'skuid') return seen.variants.map(({ id }) => id);
  if (field === 'category') return unique(pathsOf(seen).flatMap((path) => path.map((node) => node.id)));
  if (field === 'colors') return unique(onVariants('color').map((color) => String(color).toLowerCase()));
  if (field === 'sizes') return onVariants('size');
  if (field.startsWith('sku_')) return onVariants(field.slice(4));
  const own = typed(list(seen.attributes[field]));
  return own.length > 0 ? own : onVariants(field);
}

export function pathsOf(seen: Seen): { id: string; name: string }[][] {
  return (seen.attributes.category_paths ?? []) as { id: string; name: string }[][];
}

export function meets(values: Values, test: FieldTest, field: string): boolean {
  if (test.kind === 'missing') return values.length === 0;
  if (test.kind === 'range') {
    const { min, max } = test.range;
    return values.some(
      (value) => typeof value === 'number' && value >= (min ?? value) && value <= (max ?? value),
    );
  }
  if (NUMBERS.has(field)) return values.includes(Number(test.value));
  const wanted = field === 'colors' ? test.value.toLowerCase() : test.value;
  return values.includes(wanted);
}

export function passes(seen: Seen, filter: BooleanFilter): boolean {
  if (filter.kind === 'and') return filter.operands.every((operand) => passes(seen, operand));
  if (filter.kind === 'or') return filter.operands.some((operand) => passes(seen, operand));
  if (filter.kind === 'not') return !passes(seen, filter.operand);
  if (filter.kind === 'test') return meets(valuesOf(seen, filter.field), filter.test, filter.field);
  throw new Error('unknown kind of filter');
}

const isSku = (field: string) => field.startsWith('sku_') || field === 'skuid';

/** Every facet filter but those on `except`; filters on variants' fields must be met by one and the same variant. */
export function passesFacetFilters(
  seen: Seen,
  filters: SearchQuery['facetFilters'],
  except?: string,
): boolean {
  const counted = filters.filter(({ field }) => field !== except);
  const onProduct = counted.filter(({ field }) => !isSku(field));
  const onVariant = counted.filter(({ field }) => isSku(field));
  const productPasses = onProduct.every(({ field, anyOf }) =>
    anyOf.some((test) => meets(valuesOf(seen, field), test, field)),
  );
  if (!productPasses || onVariant.length === 0) return productPasses;
  return seen.variants.some((variant) => variantPasses(variant, onVariant));
}

export function variantPasses(
  variant: Seen['variants'][number],
  filters: SearchQuery['facetFilters'],
): boolean {
  const alone: Seen = { id: '', attributes: {}, variants: [variant] };
  return filters
    .filter(({ field }) => isSku(field))
    .every(({ field, anyOf }) => anyOf.some((test) => meets(valuesOf(alone, field), test, field)));
}

export function matches(records: Record<string, RawRecord>, query: SearchQuery): Seen[] {
  return seenRecords(records, query).filter(
    (seen) =>
      query.filters.every((filter) => passes(seen, filter)) && passesFacetFilters(seen, query.facetFilters),
  );
}

/** How many products have each value, among those a facet of the field counts. */
export function facetCounts(
  records: Record<string, RawRecord>,
  query: SearchQuery,
  field: string,
  valuesIn: (seen: Seen) => Values = (seen) => valuesOf(seen, field),
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const seen of seenRecords(records, query)) {
    if (!query.filters.every((filter) => passes(seen, filter))) continue;
    if (!passesFacetFilters(seen, query.facetFilters, field)) continue;
    for (const value of valuesIn(seen)) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  }
  return counts;
}

/** Haversine, written as in the textbook. */
export function kilometres(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const a =
    Math.sin(rad(lat2 - lat1) / 2) ** 2 +
    Math.cos(rad(lat1)) * Math.cos(rad(lat2)) * Math.sin(rad(lon2 - lon1) / 2) ** 2;
  return 2 * 6371.0087714 * Math.atan2(Math.sqrt(a), Math.sqrt(1 - a));
}
