import { type FieldNames, plainName } from '../rows/fields.ts';
import { attributeName, namedFields } from './map-rows.ts';
import type { Mapping } from './mapping.ts';
import { fieldsOf } from './rule-source.ts';

/** What a field of the feed becomes. */
export interface FieldUsage {
  field: string;
  /** Attributes, or `id` and `group`; none for a field that is not used. */
  takenFor: string[];
}

/** What each field of a feed becomes by a mapping, in the order of the feed. */
export function describeFields(
  fields: FieldNames,
  mapping: Mapping,
  finishes: (field: string) => string | undefined = () => undefined,
): FieldUsage[] {
  const { id, group, attributes, variants } = mapping;
  const uses = new Map<string, Set<string>>();
  const rules = [
    ['id', id] as const,
    ...(group === undefined ? [] : [['group', group] as const]),
    ...Object.entries(attributes),
    ...Object.entries(variants),
  ];
  for (const [name, rule] of rules)
    for (const field of fieldsOf(rule)) {
      const plain = plainName(field);
      uses.set(plain, (uses.get(plain) ?? new Set()).add(name));
    }
  const named = namedFields(mapping);
  return fields.names.map((field) => {
    const plain = fields.plainNameOf(field);
    const finished = finishes(plain);
    const takenFor = [...(uses.get(plain) ?? []), ...(finished === undefined ? [] : [finished])];
    const isKept = mapping.unmapped === 'keep' && !named.has(plain) && !field.includes('/');
    const kept = isKept ? attributeName(field) : undefined;
    return { field, takenFor: kept === undefined ? takenFor : [kept] };
  });
}
