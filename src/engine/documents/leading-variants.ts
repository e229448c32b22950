import type { EffectiveRecord } from '../effective-record.ts';
import { isNumeric, listScalars, type Scalar } from '../field-values.ts';
import type { RequestedFields } from '../fields/requested-fields.ts';
import type { FacetFilter, FieldTest } from '../query/model.ts';
import { toFeedKey, toPlainValue, withoutMark } from './feed-json.ts';

export type Variant = EffectiveRecord['variants'][number];

/** The variants with the first that meets all filters on variants in front (doc: public-facts C2), else in the feed's order. */
export function sortLeaderFirst(
  variants: readonly Variant[],
  filters: readonly FacetFilter[],
  fields: RequestedFields,
): readonly Variant[] {
  const onVariants = filters.filter(({ field }) => fields.isOnVariants(field));
  const isLeading = (variant: Variant) =>
    onVariants.every(({ field, anyOf }) => anyOf.some((test) => matchTest(fields, variant, field, test)));
  const leader = onVariants.length === 0 ? 0 : variants.findIndex(isLeading);
  return leader <= 0 ? variants : [...variants.slice(leader, leader + 1), ...variants.toSpliced(leader, 1)];
}

function matchTest(fields: RequestedFields, { id, attributes }: Variant, field: string, test: FieldTest) {
  const requested = fields.of(field);
  if (requested.kind === 'skuid') return test.kind === 'value' && test.value === withoutMark(id);
  if (requested.kind !== 'variant' || requested.info === null) return test.kind === 'missing';
  const values = listScalars(toPlainValue(attributes[toFeedKey(requested.name)]));
  const { type } = requested.info;
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
