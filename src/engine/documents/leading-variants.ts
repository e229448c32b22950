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
  const isLeading = (variant: Variant) => {
    // A request may have many filters of few fields.
    const read = new Map<string, Held>();
    return onVariants.every(({ field, anyOf }) => {
      const held = read.get(field) ?? readHeld(fields, variant, field);
      read.set(field, held);
      return anyOf.some((test) => matchTest(held, test));
    });
  };
  const leader = onVariants.length === 0 ? 0 : variants.findIndex(isLeading);
  return leader <= 0 ? variants : [...variants.slice(leader, leader + 1), ...variants.toSpliced(leader, 1)];
}

interface Held {
  type: 'number' | 'text';
  values: readonly Scalar[];
}

function readHeld(fields: RequestedFields, { id, attributes }: Variant, field: string): Held {
  const requested = fields.of(field);
  if (requested.kind === 'skuid') return { type: 'text', values: [withoutMark(id)] };
  if (requested.kind !== 'variant' || requested.info === null) return { type: 'text', values: [] };
  const values = listScalars(toPlainValue(attributes[toFeedKey(requested.name)]));
  const { type } = requested.info;
  return { type, values: type === 'number' ? values.filter(isNumeric) : values };
}

function matchTest({ type, values }: Held, test: FieldTest): boolean {
  if (test.kind === 'missing') return values.length === 0;
  if (test.kind === 'range')
    return values.some((value) => isNumeric(value) && isWithin(test.range, Number(value)));
  return values.some((value) => isSame(type, value, test.value));
}

function isSame(type: 'number' | 'text', value: Scalar, wanted: string): boolean {
  return type === 'number'
    ? wanted.trim() !== '' && Number(value) === Number(wanted)
    : String(value) === wanted;
}

function isWithin({ min, max }: { min: number | null; max: number | null }, value: number): boolean {
  return (min === null || value >= min) && (max === null || value <= max);
}
