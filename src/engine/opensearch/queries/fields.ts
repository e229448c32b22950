import type { FieldCatalog, FieldInfo } from '../../fields/field-catalog.ts';
import { isCategoryField, isIdField, SKU_PREFIX } from '../../query/field-kinds.ts';

/** What a field name of a query stands for; `info` is null where no product, or variant, has a value. */
export type AskedField = { kind: 'id' } | { kind: 'skuid' } | { kind: 'category' } | ValueField;

/** A field of products or of their variants. */
export type ValueField = { kind: 'product' | 'variant'; name: string; info: FieldInfo | null };

/** The fields of a version of a catalog as queries name them. */
export class AskedFields {
  readonly catalog: FieldCatalog;
  readonly #products = new Map<string, FieldInfo>();
  readonly #variants = new Map<string, FieldInfo>();

  constructor(catalog: FieldCatalog) {
    this.catalog = catalog;
    for (const field of catalog)
      (field.on === 'product' ? this.#products : this.#variants).set(field.name, field);
  }

  /** `pid`, `category` for `category_paths`, `sku_<name>` for a field of variants, any other for the product's. */
  of(field: string): AskedField {
    if (isIdField(field)) return { kind: 'id' };
    if (field === 'skuid') return { kind: 'skuid' };
    if (isCategoryField(field)) return { kind: 'category' };
    const info = this.#products.get(field) ?? null;
    if (info !== null || !field.startsWith(SKU_PREFIX)) return { kind: 'product', name: field, info };
    const name = field.slice(SKU_PREFIX.length);
    return { kind: 'variant', name, info: this.#variants.get(name) ?? null };
  }

  /** Whether the field's values belong to variants, not to the product. */
  isOnVariants(field: string): boolean {
    const { kind } = this.of(field);
    return kind === 'variant' || kind === 'skuid';
  }
}
