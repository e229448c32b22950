import { splitArray, splitObject } from './raw-json.ts';

/** Attributes as JSON texts, by name; attributes that are null are absent. */
export type RawAttributes = Map<string, string>;

/** A record as a view shows it, as texts; each part is parsed at its first use. */
export interface RawRecord {
  readonly attributes: RawAttributes;
  readonly variants: RawVariant[];
}

export interface RawVariant {
  id: string;
  attributes: RawAttributes;
}

/**
 * `toEffectiveRecord` over JSON text: what a view shows of a record, each value as it was written.
 *
 * @param names the attributes, of the product and of variants, that are looked at
 */
export function toRawRecord(json: string, view: string | null, names: ReadonlySet<string>): RawRecord {
  const record = splitObject(json);
  const overlay = view === null ? new Map<string, string>() : membersOf(membersOf(record, 'views'), view);
  let attributes: RawAttributes | undefined;
  let variants: RawVariant[] | undefined;
  return {
    get attributes() {
      attributes ??= attributesOf(record, overlay, names);
      return attributes;
    },
    get variants() {
      variants ??= variantsOf(record, overlay, names);
      return variants;
    },
  };
}

function variantsOf(
  record: Map<string, string>,
  overlay: Map<string, string>,
  names: ReadonlySet<string>,
): RawVariant[] {
  const overlaidVariants = membersOf(overlay, 'variants');
  const variants: RawVariant[] = [];
  for (const [id, text] of membersOf(record, 'variants')) {
    const shown = membersOf(overlaidVariants, id);
    if (shown.get('exclude_from_view') === 'true') continue;
    variants.push({ id, attributes: attributesOf(splitObject(text), shown, names) });
  }
  return variants;
}

function attributesOf(
  base: Map<string, string>,
  overlay: Map<string, string>,
  names: ReadonlySet<string>,
): RawAttributes {
  const merged = membersOf(base, 'attributes', names);
  for (const [name, text] of membersOf(overlay, 'attributes', names)) merged.set(name, text);
  for (const [name, text] of merged) if (text === 'null') merged.delete(name);
  return merged;
}

function membersOf(
  object: Map<string, string>,
  name: string,
  wanted?: ReadonlySet<string>,
): Map<string, string> {
  const text = object.get(name);
  return text === undefined ? new Map() : splitObject(text, wanted);
}

/** A value's texts as a list: an array's elements, or the value alone. Null elements are left out. */
export function listValues(text: string | undefined): string[] {
  if (text === undefined) return [];
  const values = text.startsWith('[') ? splitArray(text) : [text];
  return values.filter((value) => value !== 'null');
}
