import { type CatalogRecord, toEffectiveRecord } from '../effective-record.ts';
import type { FoundRecord, ProductPage } from '../engine.ts';
import { toAddressKey } from '../text/address.ts';
import { splitWords } from '../text/analysis.ts';

export function toProductPage({ id, record }: Pick<FoundRecord, 'id' | 'record'>): ProductPage {
  const { attributes } = toEffectiveRecord(JSON.parse(record) as CatalogRecord, null);
  const toText = (value: unknown) => (typeof value === 'string' ? value : '');
  const paths = Array.isArray(attributes.category_paths) ? attributes.category_paths : [];
  const steps = paths.flatMap((path: unknown) => (Array.isArray(path) ? (path as { id?: unknown }[]) : []));
  return {
    id,
    title: toText(attributes.title ?? attributes.item_title),
    url: toText(attributes.url),
    brand: toText(attributes.brand),
    categoryIds: [...new Set(steps.map((step) => String(step?.id ?? '')).filter(Boolean))],
  };
}

/** The category whose id, or the words of whose name, are in the last segment of the address; the id goes first. */
export function findCategoryByUrl(nodes: readonly { id: string; name: string }[], url: string) {
  const segment = cutLastSegment(url);
  const named = splitWords(segment).join(' ');
  const found =
    nodes.find(({ id }) => id === segment) ??
    nodes.find(({ name }) => named !== '' && splitWords(name).join(' ') === named) ??
    nodes.find(({ id }) => splitWords(segment).includes(id.toLowerCase()));
  return found ? { id: found.id, name: found.name } : null;
}

function cutLastSegment(url: string): string {
  const segment = toAddressKey(url).split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment).replace(/\.html?$/i, '');
  } catch {
    return segment;
  }
}
