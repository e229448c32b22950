import * as fc from 'fast-check';
import type { Json, JsonObject } from './naive-apply.ts';

const name = fc.constantFrom('a', 'b', 'c~d', 'e/f', 'gé', '"q"', '__proto__');
const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 1, 2, '', 'x', 'ü~/"\\'),
  fc.integer({ min: 0, max: 3 }),
);
const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.dictionary(name, scalar, { maxKeys: 2 }) },
);

function dictionary(inner: fc.Arbitrary<Json>, maxKeys: number): fc.Arbitrary<JsonObject> {
  return fc.dictionary(name, inner, { maxKeys });
}

function withOptional(members: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<JsonObject> {
  return fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

/** A record of a few members, all components among them, some with members that have no path. */
export function smallRecord(maxKeys: number): fc.Arbitrary<JsonObject> {
  const attributes = dictionary(value, maxKeys);
  const variant = withOptional({ attributes });
  const viewVariant = withOptional({ attributes, exclude_from_view: fc.boolean() });
  const view = withOptional({ attributes, variants: dictionary(viewVariant, 1), odd: scalar });
  return withOptional({
    attributes,
    variants: dictionary(variant, 2),
    views: dictionary(view, 1),
    other: scalar,
  });
}
