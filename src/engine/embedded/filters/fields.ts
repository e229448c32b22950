import { type CategoryNode, readCategory } from '../../category-paths.ts';
import { resolveFieldMeaning } from '../../query/field-kinds.ts';
import type { Column, TextColumn } from '../columns/column.ts';
import { COLUMN, nameProductColumn, nameVariantColumn } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

export type ResolvedField =
  | { kind: 'id' }
  | { kind: 'skuid' }
  | { kind: 'category'; column: Column | null }
  | { kind: 'product'; column: Column | null }
  /** Rows of the column are variants. */
  | { kind: 'variant'; column: Column | null };

export function resolveField(snapshot: Snapshot, field: string): ResolvedField {
  const meaning = resolveFieldMeaning(field, (name) => snapshot.fields.has(nameProductColumn(name)));
  if (meaning.kind === 'category') return { kind: 'category', column: snapshot.column(COLUMN.category) };
  if (!('name' in meaning)) return meaning;
  const { kind, name } = meaning;
  return {
    kind,
    column: snapshot.column(kind === 'product' ? nameProductColumn(name) : nameVariantColumn(name)),
  };
}

export function isOnVariants(snapshot: Snapshot, field: string): boolean {
  const { kind } = resolveField(snapshot, field);
  return kind === 'variant' || kind === 'skuid';
}

/** A field with a column; ids have none. */
export type ColumnField = Exclude<ResolvedField, { kind: 'id' | 'skuid' }>;

/** Most searches count the same two hundred fields: those that the catalog has are looked up once. */
export function resolveColumnField(snapshot: Snapshot, field: string): ColumnField | null {
  const known = snapshot.derive('columnFields', () => new Map<string, ColumnField>());
  const kept = known.get(field);
  if (kept !== undefined) return kept;
  const resolved = resolveField(snapshot, field);
  if (resolved.kind === 'id' || resolved.kind === 'skuid') return null;
  if (resolved.column !== null) known.set(field, resolved);
  return resolved;
}

export function listCategoryNodes(snapshot: Snapshot, { dictionary }: TextColumn): readonly CategoryNode[] {
  return snapshot.derive('categoryNodes', () => dictionary.map(readCategory));
}
