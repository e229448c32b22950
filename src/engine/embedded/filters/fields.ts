import { isCategoryField, isIdField, SKU_PREFIX } from '../../query/field-kinds.ts';
import type { Column } from '../columns/column.ts';
import { COLUMN, productColumn, variantColumn } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** What a field name of a query stands for. */
export type ResolvedField =
  | { kind: 'id' }
  /** The id of a variant. */
  | { kind: 'skuid' }
  | { kind: 'category'; column: Column | null }
  | { kind: 'product'; column: Column | null }
  /** Rows of the column are variants. */
  | { kind: 'variant'; column: Column | null };

/**
 * Resolves a field as queries name it: `pid`, `category` for `category_paths`, `sku_<name>` for a field of variants,
 * any other for the product's own or rolled-up field (doc: public-facts B4, C2).
 */
export function resolveField(snapshot: Snapshot, field: string): ResolvedField {
  if (isIdField(field)) return { kind: 'id' };
  if (field === 'skuid') return { kind: 'skuid' };
  if (isCategoryField(field)) return { kind: 'category', column: snapshot.column(COLUMN.category) };
  if (field.startsWith(SKU_PREFIX) && !snapshot.fields.has(productColumn(field))) {
    return { kind: 'variant', column: snapshot.column(variantColumn(field.slice(SKU_PREFIX.length))) };
  }
  return { kind: 'product', column: snapshot.column(productColumn(field)) };
}

/** Whether the field's values belong to variants, not to the product. */
export function isOnVariants(snapshot: Snapshot, field: string): boolean {
  const { kind } = resolveField(snapshot, field);
  return kind === 'variant' || kind === 'skuid';
}

/** A field with a column; ids have none. */
export type ColumnField = Exclude<ResolvedField, { kind: 'id' | 'skuid' }>;

/** The field if its values are in a column, else null. */
export function columnField(snapshot: Snapshot, field: string): ColumnField | null {
  const resolved = resolveField(snapshot, field);
  return resolved.kind === 'id' || resolved.kind === 'skuid' ? null : resolved;
}
