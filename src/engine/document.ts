import { type CategoryNode, categoryNodes } from './category-paths.ts';
import {
  type Attributes,
  type CatalogRecord,
  type EffectiveRecord,
  effectiveRecord,
} from './effective-record.ts';
import { asText, type Scalar, scalars } from './field-values.ts';
import { type StorePlace, storePlaces } from './store-places.ts';

/** The text of a document by weighted field, best first. */
export interface DocumentText {
  title: string;
  brand: string;
  categories: string;
  keywords: string;
  other: string;
  description: string;
}

/** A record as one view shows it, taken apart for the index. */
export interface SearchDocument {
  available: boolean;
  text: DocumentText;
  /** Filterable values by field; a product without an own value takes the values of its variants. */
  fields: Map<string, readonly Scalar[]>;
  /** Fields that the record gives as a list, be it of one value. */
  lists: readonly string[];
  categories: CategoryNode[];
  stores: StorePlace[];
  url: string;
  variants: { id: string; fields: Map<string, readonly Scalar[]> }[];
}

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

function textOf(
  { attributes, variants }: EffectiveRecord,
  fields: Map<string, readonly Scalar[]>,
  categories: readonly CategoryNode[],
): DocumentText {
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
