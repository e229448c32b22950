import {
  type Attributes,
  type CatalogRecord,
  type EffectiveRecord,
  effectiveRecord,
} from './effective-record.ts';

export type Scalar = string | number | boolean;

/** One node of a category path with its ancestors: what a category facet counts and a category page asks for. */
export interface CategoryNode {
  id: string;
  name: string;
  /** Id of the parent, empty at the root. */
  parent: string;
  /** `/100/110`, unique in the tree. */
  crumb: string;
  /** `/100,Lighting/110,Floor`. */
  treePath: string;
}

export interface StorePlace {
  lat: number;
  lon: number;
}

/** The weighted text fields of the index, best first. */
export const TEXT_FIELDS = ['title', 'brand', 'categories', 'keywords', 'other', 'description'] as const;

/** A record as one view shows it, taken apart for the index. */
export interface SearchDocument {
  available: boolean;
  text: Record<(typeof TEXT_FIELDS)[number], string>;
  /** Filterable values by field; a product without an own value takes the values of its variants. */
  fields: Map<string, readonly Scalar[]>;
  /** Fields that the record gives as a list, be it of one value. */
  lists: readonly string[];
  categories: CategoryNode[];
  stores: StorePlace[];
  url: string;
  variants: { id: string; fields: Map<string, readonly Scalar[]> }[];
}

/** Too long to be a filter, a facet or a sort key; and what they never are. */
const MAX_VALUE_LENGTH = 512;
const MAX_SEARCHED_VALUE_LENGTH = 200;
const isField = remembered(
  (name) => !/^description$|image|^(category_paths|store_location|views|variants)$/i.test(name),
);
const isSearched = remembered(
  (name) =>
    !/^(title|brand|keywords|tags|url|availability|colors|color_groups|sizes)$|url$|link$|date/i.test(name),
);
const ADDRESS = /^(https?:)?\//;

/**
 * Takes a record apart for the index: the text that is searched, the values that are filtered, counted and sorted,
 * categories with every ancestor, store places. `view` null gives the base record (doc: public-facts B4, C12).
 */
export function searchDocument(record: CatalogRecord, view: string | null): SearchDocument {
  const effective = effectiveRecord(record, view);
  const categories = categoryNodes(effective.attributes);
  const variants = effective.variants.map(({ id, attributes }) => ({ id, fields: fieldsOf(attributes) }));
  const fields = fieldsOf(effective.attributes);
  const union = variantFields(variants);
  for (const [name, values] of union) if (!fields.has(name)) fields.set(name, values);
  addRollUps(fields, effective.attributes, union);
  return {
    available: !isFalse(effective.attributes.availability),
    text: textOf(effective, fields, categories),
    fields,
    lists: Object.keys(effective.attributes).filter((name) => Array.isArray(effective.attributes[name])),
    categories,
    stores: storePlaces(effective.attributes.store_location),
    url: asText(effective.attributes.url),
    variants,
  };
}

function fieldsOf(attributes: Attributes): Map<string, readonly Scalar[]> {
  const fields = new Map<string, readonly Scalar[]>();
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value === null || value === undefined || !isField(name)) continue;
    const values = scalars(value);
    if (values.length > 0) fields.set(name, values);
  }
  return fields;
}

function scalars(value: unknown): Scalar[] {
  if (!Array.isArray(value)) return isFieldValue(value) ? [value] : [];
  return [...new Set(value.filter(isFieldValue))];
}

function isFieldValue(value: unknown): value is Scalar {
  if (typeof value === 'string') return value !== '' && value.length <= MAX_VALUE_LENGTH;
  return typeof value === 'number' || typeof value === 'boolean';
}

/** The union of the variants' values by field, each value once, in the variants' order. */
function variantFields(variants: SearchDocument['variants']): Map<string, Scalar[]> {
  const union = new Map<string, Set<Scalar>>();
  for (const { fields } of variants) {
    for (const [name, values] of fields) {
      const seen = union.get(name) ?? new Set();
      for (const value of values) seen.add(value);
      union.set(name, seen);
    }
  }
  return new Map([...union].map(([name, seen]) => [name, [...seen]]));
}

/** Product-level lists over the variants; color names are counted in lower case (doc: public-facts B4, C4). */
const ROLL_UPS = [
  { field: 'colors', from: 'color', lowerCase: true },
  { field: 'color_groups', from: 'color_group', lowerCase: true },
  { field: 'sizes', from: 'size', lowerCase: false },
] as const;

/** The variants' values, or the product's own where no variant has one; an attribute of the list's name goes before. */
function addRollUps(
  fields: Map<string, readonly Scalar[]>,
  own: Attributes,
  union: ReadonlyMap<string, readonly Scalar[]>,
): void {
  for (const { field, from, lowerCase } of ROLL_UPS) {
    const given = scalars(own[field] ?? null);
    const values = given.length > 0 ? given : (union.get(from) ?? scalars(own[from] ?? null));
    if (values.length === 0) continue;
    fields.set(field, lowerCase ? [...new Set(values.map((value) => String(value).toLowerCase()))] : values);
  }
}

/** Every node of every path, each once, ancestors before descendants. A plain `category` stands for a path of one. */
function categoryNodes(attributes: Attributes): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>();
  const paths = Array.isArray(attributes.category_paths) ? attributes.category_paths : null;
  if (paths === null) {
    for (const value of scalars(attributes.category ?? null)) addPath([{ id: value, name: value }], nodes);
  }
  for (const path of paths ?? []) if (Array.isArray(path)) addPath(path, nodes);
  return [...nodes.values()];
}

function addPath(path: readonly unknown[], nodes: Map<string, CategoryNode>): void {
  let above: CategoryNode | undefined;
  for (const step of path) {
    const { id: rawId, name: rawName } = (step ?? {}) as { id?: unknown; name?: unknown };
    const id = asText(rawId);
    if (id === '' || id.includes('\t')) return;
    const name = asText(rawName).replaceAll('\t', ' ') || id;
    const crumb: string = `${above?.crumb ?? ''}/${id}`;
    const treePath: string = `${above?.treePath ?? ''}/${id},${name}`;
    above = nodes.get(crumb) ?? { id, name, parent: above?.id ?? '', crumb, treePath };
    nodes.set(crumb, above);
  }
}

function storePlaces(value: unknown): StorePlace[] {
  const given: unknown[] = Array.isArray(value) ? value : [value];
  const places: StorePlace[] = [];
  for (const place of given) {
    const { lat, lon } = (place ?? {}) as { lat?: unknown; lon?: unknown };
    if (!isCoordinate(lat, 90) || !isCoordinate(lon, 180)) continue;
    places.push({ lat: Number(lat), lon: Number(lon) });
  }
  return places;
}

function isCoordinate(value: unknown, limit: number): boolean {
  if (typeof value === 'string' ? value.trim() === '' : typeof value !== 'number') return false;
  return Math.abs(Number(value)) <= limit;
}

function textOf(
  { attributes, variants }: EffectiveRecord,
  fields: Map<string, readonly Scalar[]>,
  categories: readonly CategoryNode[],
): SearchDocument['text'] {
  return {
    title: asText(attributes.title ?? attributes.item_title),
    brand: joined(attributes.brand),
    categories: [...new Set(categories.map(({ name }) => name))].join(' . '),
    keywords: [joined(attributes.keywords), joined(attributes.tags)].filter(Boolean).join(' . '),
    other: otherText(fields, variants),
    description: asText(attributes.description),
  };
}

/** Short texts of every other field and the variants' ids, each once: materials, models, colors, sizes. */
function otherText(fields: Map<string, readonly Scalar[]>, variants: EffectiveRecord['variants']): string {
  const texts = new Set<string>();
  for (const [name, values] of fields) {
    if (!isSearched(name)) continue;
    for (const value of values) {
      if (typeof value === 'string' && value.length <= MAX_SEARCHED_VALUE_LENGTH && !ADDRESS.test(value)) {
        texts.add(value);
      }
    }
  }
  for (const { id } of variants) texts.add(id);
  return [...texts].join(' . ');
}

function joined(value: unknown): string {
  return Array.isArray(value) ? value.map(asText).filter(Boolean).join(', ') : asText(value);
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false';
}

/** The few names of a catalog's attributes are asked for with every record. */
function remembered(test: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const answer = test(name);
    known.set(name, answer);
    return answer;
  };
}
