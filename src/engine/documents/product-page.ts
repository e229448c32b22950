import { type CatalogRecord, effectiveRecord } from '../effective-record.ts';
import type { FoundRecord, ProductPage } from '../engine.ts';

/** What widgets read of a product, by its base values. */
export function productPage({ id, record }: Pick<FoundRecord, 'id' | 'record'>): ProductPage {
  const { attributes } = effectiveRecord(JSON.parse(record) as CatalogRecord, null);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const paths = Array.isArray(attributes.category_paths) ? attributes.category_paths : [];
  const steps = paths.flatMap((path: unknown) => (Array.isArray(path) ? (path as { id?: unknown }[]) : []));
  return {
    id,
    title: text(attributes.title ?? attributes.item_title),
    url: text(attributes.url),
    brand: text(attributes.brand),
    categoryIds: [...new Set(steps.map((step) => String(step?.id ?? '')).filter(Boolean))],
  };
}
