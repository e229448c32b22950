import { type CategoryNode, CategoryTree } from '../../../src/engine/category-paths.ts';
import {
  type Attributes,
  type CatalogRecord,
  type EffectiveRecord,
  toEffectiveRecord,
} from '../../../src/engine/effective-record.ts';
import { asText, listScalars, type Scalar } from '../../../src/engine/field-values.ts';
import { type StorePlace, storePlaces } from '../../../src/engine/store-places.ts';

/** The text of a document by weighted field, best first. */
interface DocumentText {
  title: string;
  brand: string;
  categories: string;
  keywords: string;
  other: string;
  description: string;
}

/** A record as one view shows it, taken apart for the index. */
export interface PlainDocument {
  available: boolean;
  text: DocumentText;
  /** Filterable values by field; a product without an own value takes the values of its variants. */
  fields: Fields;
  /** Fields that the record gives as a list, be it of one value. */
  lists: readonly string[];
  categories: CategoryNode[];
  stores: StorePlace[];
  url: string;
  variants: readonly VariantFields[];
}

interface VariantFields {
  id: string;
  fields: Fields;
}

type Fields = Map<string, readonly Scalar[]>;

const MAX_SEARCHED_VALUE_LENGTH = 200;
const isField = (name: string) =>
  !/^description$|image|^(category_paths|store_location|views|variants)$/i.test(name);
const isSearched = (name: string) =>
  !/^(title|brand|keywords|tags|url|availability|colors|color_groups|sizes)$|url$|link$|date/i.test(name);
const ADDRESS = /^(https?:)?\//;

/**
 * Takes a record apart as one view shows it, null for the base, plainly: the text that is searched, the values that are
 * filtered, counted and sorted, categories with every ancestor, store places (doc: public-facts B4, C12). An index is held
 * against this.
 */
export function plainDocument(record: CatalogRecord, view: string | null): PlainDocument {
  const effective = toEffectiveRecord(record, view);
  const { attributes } = effective;
  const categories = new CategoryTree()
    .nodesOf(attributes)
    .map(({ entry: _, entryValue: __, nameValue: ___, ...node }) => node);
  const variants = effective.variants.map((variant) => ({
    id: variant.id,
    fields: fieldsOf(variant.attributes),
  }));
  const union = unionOf(variants);
  const fields = fieldsOf(attributes);
  for (const [name, values] of union) if (!fields.has(name)) fields.set(name, values);
  addRollUps(fields, attributes, union);
  return {
    available: !isFalse(attributes.availability),
    text: textOf(effective, fields, categories),
    fields,
    lists: listsOf(attributes),
    categories,
    stores: storePlaces(attributes.store_location),
    url: asText(attributes.url),
    variants,
  };
}

function listsOf(attributes: Attributes): string[] {
  const names: string[] = [];
  for (const name of Object.keys(attributes)) if (Array.isArray(attributes[name])) names.push(name);
  return names;
}

function fieldsOf(attributes: Attributes): Fields {
  const fields: Fields = new Map();
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value === null || value === undefined || !isField(name)) continue;
    const values = listScalars(value);
    if (values.length > 0) fields.set(name, values);
  }
  return fields;
}

/** The union of the variants' values by field, each value once, in the variants' order. */
function unionOf(variants: readonly VariantFields[]): Map<string, readonly Scalar[]> {
  const union = new Map<string, Set<Scalar>>();
  for (const { fields } of variants) {
    for (const [name, values] of fields) {
      const seen = union.get(name);
      if (seen === undefined) union.set(name, new Set(values));
      else for (const value of values) seen.add(value);
    }
  }
  const lists = new Map<string, readonly Scalar[]>();
  for (const [name, seen] of union) lists.set(name, [...seen]);
  return lists;
}

/** Product-level lists over the variants; color names are counted in lower case (doc: public-facts B4, C4). */
const ROLL_UPS = [
  { field: 'colors', from: 'color', lowerCase: true },
  { field: 'color_groups', from: 'color_group', lowerCase: true },
  { field: 'sizes', from: 'size', lowerCase: false },
] as const;

/** The variants' values, or the product's own where no variant has one; an attribute of the list's name goes before. */
function addRollUps(fields: Fields, own: Attributes, union: ReadonlyMap<string, readonly Scalar[]>): void {
  for (const { field, from, lowerCase } of ROLL_UPS) {
    const given = listScalars(own[field] ?? null);
    const values = given.length > 0 ? given : (union.get(from) ?? listScalars(own[from] ?? null));
    if (values.length === 0) continue;
    fields.set(field, lowerCase ? [...new Set(values.map((value) => String(value).toLowerCase()))] : values);
  }
}

function namesOf({
  title,
  item_title: itemTitle,
  brand,
  keywords,
  tags,
}: Attributes): Pick<DocumentText, 'title' | 'brand' | 'keywords'> {
  return {
    title: asText(title ?? itemTitle),
    brand: joined(brand),
    keywords: besides(joined(keywords), joined(tags)),
  };
}

function textOf(
  { attributes, variants }: EffectiveRecord,
  fields: Fields,
  categories: readonly CategoryNode[],
): DocumentText {
  return {
    ...namesOf(attributes),
    categories: namesOfCategories(categories),
    other: otherText(fields, variants),
    description: asText(attributes.description),
  };
}

function besides(text: string, other: string): string {
  return text !== '' && other !== '' ? `${text} . ${other}` : text || other;
}

function namesOfCategories(categories: readonly CategoryNode[]): string {
  return [...new Set(categories.map(({ name }) => name))].join(' . ');
}

/** Short texts of every other field and the variants' ids, each once: materials, models, colors, sizes. */
function otherText(fields: Fields, variants: EffectiveRecord['variants']): string {
  const texts = new Set<string>();
  for (const [name, values] of fields) {
    if (!isSearched(name)) continue;
    for (const value of values) {
      if (typeof value === 'string' && value.length <= MAX_SEARCHED_VALUE_LENGTH && !isAddress(value)) {
        texts.add(value);
      }
    }
  }
  for (const { id } of variants) texts.add(id);
  return [...texts].join(' . ');
}

function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

function joined(value: unknown): string {
  return Array.isArray(value) ? value.map(asText).filter(Boolean).join(', ') : asText(value);
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false';
}
