import { type CatalogRecord, type EffectiveRecord, toEffectiveRecord } from '../effective-record.ts';
import type { FoundRecord } from '../engine.ts';
import { isNumeric, listScalars, type Scalar } from '../field-values.ts';
import type { RequestedFields } from '../fields/requested-fields.ts';
import type { FacetFilter, FieldTest, SearchQuery } from '../query/model.ts';
import { measureDistance, storePlaces } from '../store-places.ts';

type Variant = EffectiveRecord['variants'][number];

/** Tells the ids of a product's variants that meet all filters on variants (doc: public-facts C2); null where there are none. */
function leadingVariants(
  fields: RequestedFields,
  filters: readonly FacetFilter[],
): ((variants: readonly Variant[]) => string[]) | null {
  const onVariants = filters.filter(({ field }) => fields.isOnVariants(field));
  if (onVariants.length === 0) return null;
  return (variants) =>
    variants
      .filter((variant) =>
        onVariants.every(({ field, anyOf }) => anyOf.some((test) => meets(fields, variant, field, test))),
      )
      .map(({ id }) => id);
}

function meets(
  fields: RequestedFields,
  { id, attributes }: Variant,
  field: string,
  test: FieldTest,
): boolean {
  const asked = fields.of(field);
  if (asked.kind === 'skuid') return test.kind === 'value' && test.value === id;
  if (asked.kind !== 'variant' || asked.info === null) return test.kind === 'missing';
  const values = listScalars(attributes[asked.name] ?? null);
  const { type } = asked.info;
  const held = type === 'number' ? values.filter(isNumeric) : values;
  if (test.kind === 'missing') return held.length === 0;
  if (test.kind === 'range')
    return held.some((value) => isNumeric(value) && isWithin(test.range, Number(value)));
  return held.some((value) => isSame(type, value, test.value));
}

function isSame(type: 'number' | 'text', value: Scalar, wanted: string): boolean {
  return type === 'number'
    ? wanted.trim() !== '' && Number(value) === Number(wanted)
    : String(value) === wanted;
}

function isWithin({ min, max }: { min: number | null; max: number | null }, value: number): boolean {
  return (min === null || value >= min) && (max === null || value <= max);
}

/** Found record, before its distance and its leading variants are known. */
type FoundDocument = Omit<FoundRecord, 'distance' | 'leads'>;

/** Tells of found records the distance to their nearest store, and the variants that meet the filters. */
export function createFoundRecords(
  fields: RequestedFields,
  { facetFilters, geo }: Pick<SearchQuery, 'facetFilters' | 'geo'>,
): (found: FoundDocument) => FoundRecord {
  const leads = leadingVariants(fields, facetFilters);
  return (found) => {
    if (geo === null && leads === null) return { ...found, distance: null, leads: null };
    const seen = toEffectiveRecord(JSON.parse(found.record) as CatalogRecord, found.view);
    const distance = nearest(seen.attributes.store_location, geo);
    return { ...found, distance, leads: leads === null ? null : leads(seen.variants) };
  };
}

function nearest(stores: unknown, geo: SearchQuery['geo']): number | null {
  if (geo === null) return null;
  const distances = storePlaces(stores).map(({ lat, lon }) => measureDistance(geo, lat, lon));
  return distances.length === 0 ? null : distances.reduce((least, each) => Math.min(least, each));
}
