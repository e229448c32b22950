import { type CategoryNode, readCategory } from '../category-paths.ts';
import { LruCache } from '../lru-cache.ts';
import { resolveFieldMeaning } from '../query/field-kinds.ts';
import type { FieldCatalog, FieldInfo } from './field-survey.ts';

/** Category nodes that are kept as they have been read: there are few in most catalogs. */
const MAX_CATEGORIES = 10_000;

/** Field of a query; `info` is null if no product, or variant, has a value. */
export type RequestedField = { kind: 'id' } | { kind: 'skuid' } | { kind: 'category' } | ValueField;

export type ValueField = { kind: 'product' | 'variant'; name: string; info: FieldInfo | null };

/** The fields of a version of a catalog as queries name them. */
export class RequestedFields {
  readonly catalog: FieldCatalog;
  readonly #categories = new LruCache<CategoryNode>(MAX_CATEGORIES);
  readonly #products = new Map<string, FieldInfo>();
  readonly #variants = new Map<string, FieldInfo>();

  constructor(catalog: FieldCatalog) {
    this.catalog = catalog;
    for (const field of catalog)
      (field.on === 'product' ? this.#products : this.#variants).set(field.name, field);
  }

  of(field: string): RequestedField {
    const meaning = resolveFieldMeaning(field, (name) => this.#products.has(name));
    if (!('name' in meaning)) return meaning;
    return { ...meaning, info: this.infoOf(meaning.kind, meaning.name) };
  }

  /** Null if no product, or variant, has a value. */
  infoOf(on: FieldInfo['on'], name: string): FieldInfo | null {
    return (on === 'product' ? this.#products : this.#variants).get(name) ?? null;
  }

  /** The category node of a text of the index: most searches of a version count the same ones. */
  category(entry: string): CategoryNode {
    return this.#categories.getOrMake(entry, () => readCategory(entry));
  }

  isOnVariants(field: string): boolean {
    const { kind } = this.of(field);
    return kind === 'variant' || kind === 'skuid';
  }
}
