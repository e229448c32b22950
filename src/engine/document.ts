import { type CategoryNode, CategoryTree } from './category-paths.ts';
import { eachOnce } from './each-once.ts';
import {
  type Attributes,
  type CatalogRecord,
  type EffectiveRecord,
  effectiveRecord,
} from './effective-record.ts';
import { asText, type Scalar, scalars } from './field-values.ts';
import { type StorePlace, storePlaces } from './store-places.ts';

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
export interface SearchDocument {
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

/** The names of a document that shoppers search by. */
export interface DocumentNames {
  text: Pick<DocumentText, 'title' | 'brand' | 'keywords'>;
  categories: readonly CategoryNode[];
}

interface VariantFields {
  id: string;
  fields: Fields;
}

type Fields = Map<string, readonly Scalar[]>;

const MAX_SEARCHED_VALUE_LENGTH = 200;
const isField = remembered(
  (name) => !/^description$|image|^(category_paths|store_location|views|variants)$/i.test(name),
);
const isSearched = remembered(
  (name) =>
    !/^(title|brand|keywords|tags|url|availability|colors|color_groups|sizes)$|url$|link$|date/i.test(name),
);
const ADDRESS = /^(https?:)?\//;

/** Takes a record apart for the index as one view shows it; `view` null gives the base record. */
export function searchDocument(record: CatalogRecord, view: string | null): SearchDocument {
  return new DocumentMaker().make(record, view);
}

/** A record's variants taken apart, and the union of their values. */
interface TakenApart {
  variants: readonly VariantFields[];
  union: ReadonlyMap<string, readonly Scalar[]>;
}

/**
 * Takes records apart for the index: the text that is searched, the values that are filtered, counted and sorted,
 * categories with every ancestor, store places (doc: public-facts B4, C12). What the documents of a catalog or of a
 * record have in common is made once.
 */
export class DocumentMaker {
  private readonly tree = new CategoryTree();
  private last: { record: CatalogRecord; base: TakenApart } | null = null;

  /** The record as the view shows it; `view` null gives the base record. */
  make(record: CatalogRecord, view: string | null): SearchDocument {
    const effective = effectiveRecord(record, view);
    const { attributes } = effective;
    const categories = this.tree.nodesOf(attributes);
    const { variants, union } = this.variantsOf(record, view, effective);
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

  /** What the vocabulary counts of the record as the view shows it: much less work than the whole document. */
  names(record: CatalogRecord, view: string | null): DocumentNames {
    const { attributes } = effectiveRecord(record, view);
    return { text: namesOf(attributes), categories: this.tree.nodesOf(attributes) };
  }

  /** Most views change nothing of the variants: then they are taken apart once, for the base. */
  private variantsOf(record: CatalogRecord, view: string | null, { variants }: EffectiveRecord): TakenApart {
    const changed = view !== null && record.views?.[view]?.variants;
    if (!changed && this.last?.record === record) return this.last.base;
    const own = variants.map(({ id, attributes }) => ({ id, fields: fieldsOf(attributes) }));
    const takenApart = { variants: own, union: unionOf(own) };
    if (!changed) this.last = { record, base: takenApart };
    return takenApart;
  }
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
    const values = scalars(value);
    if (values.length > 0) fields.set(name, values);
  }
  return fields;
}

/** The union of the variants' values by field, each value once, in the variants' order. */
function unionOf(variants: readonly VariantFields[]): Map<string, readonly Scalar[]> {
  const [only] = variants;
  if (only && variants.length === 1) return only.fields;
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
    const given = scalars(own[field] ?? null);
    const values = given.length > 0 ? given : (union.get(from) ?? scalars(own[from] ?? null));
    if (values.length === 0) continue;
    fields.set(field, lowerCase ? [...new Set(values.map((value) => String(value).toLowerCase()))] : values);
  }
}

function namesOf({ title, item_title: itemTitle, brand, keywords, tags }: Attributes): DocumentNames['text'] {
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
  return eachOnce(categories.map(({ name }) => name)).join(' . ');
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

/** Most texts are none, which their first letter tells. */
function isAddress(text: string): boolean {
  return (text.startsWith('h') || text.startsWith('/')) && ADDRESS.test(text);
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
