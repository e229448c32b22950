import type { CategoryNode, CategoryTree } from './category-paths.ts';
import { type CatalogRecord, toEffectiveRecord } from './effective-record.ts';
import { asText } from './field-values.ts';

export interface DocumentNames {
  title: string;
  brand: string;
  /** Texts of one or several keywords each. */
  keywords: string[];
  categories: readonly CategoryNode[];
}

/** The names of a record as one view shows it; `view` null gives the base record. A run has one `tree` for its records. */
export function nameDocument(record: CatalogRecord, view: string | null, tree: CategoryTree): DocumentNames {
  const { attributes } = toEffectiveRecord(record, view);
  return {
    title: asText(attributes.title ?? attributes.item_title),
    brand: textsOf(attributes.brand).join(', '),
    keywords: [...textsOf(attributes.keywords), ...textsOf(attributes.tags)],
    categories: tree.nodesOf(attributes),
  };
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(asText).filter(Boolean);
}
