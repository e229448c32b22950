import type { EffectiveRecord } from '../effective-record.ts';
import { isNumeric, listScalars, type Scalar } from '../field-values.ts';
import type { RequestedField, RequestedFields } from '../fields/requested-fields.ts';
import type { FacetFilter, FieldTest } from '../query/model.ts';
import { toFeedKey, toPlainValue, withoutMark } from './feed-json.ts';

export type Variant = EffectiveRecord['variants'][number];

export type VariantTest = (variant: Variant) => boolean;

/** Tells of a variant whether it meets all filters on variants; undefined without such filters. */
export function compileVariantTest(
  filters: readonly FacetFilter[],
  fields: RequestedFields,
): VariantTest | undefined {
  // A request may have many filters of few fields.
  const byField = new Map<string, { requested: RequestedField; conditions: FacetFilter['anyOf'][] }>();
  for (const { field, anyOf } of filters) {
    const known = byField.get(field);
    if (known !== undefined) known.conditions.push(anyOf);
    else if (fields.isOnVariants(field))
      byField.set(field, { requested: fields.of(field), conditions: [anyOf] });
  }
  const onVariants = [...byField.values()];
  if (onVariants.length === 0) return undefined;
  return (variant) =>
    onVariants.every(({ requested, conditions }) => {
      const held = readHeld(requested, variant);
      return conditions.every((anyOf) => anyOf.some((test) => matchTest(held, test)));
    });
}

/** The variants with the first that passes in front (doc: public-facts C2), else in the feed's order. */
export function sortLeaderFirst(
  variants: readonly Variant[],
  test: VariantTest | undefined,
): readonly Variant[] {
  const leader = test === undefined ? 0 : variants.findIndex(test);
  return leader <= 0 ? variants : [...variants.slice(leader, leader + 1), ...variants.toSpliced(leader, 1)];
}

interface Held {
  type: 'number' | 'text';
  values: readonly Scalar[];
}

function readHeld(requested: RequestedField, { id, attributes }: Variant): Held {
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
