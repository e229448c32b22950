import { readCategory } from '../../category-paths.ts';
import { findCategoryByUrl, toProductPage } from '../../documents/product-page.ts';
import type { RecordOfId } from '../../engine.ts';
import { hashAddress, toAddressKey } from '../../text/address.ts';
import { maskVisibleDocuments } from '../filters/visibility.ts';
import { COLUMN } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Records } from './records.ts';

const BASE_DOCUMENTS = { viewId: null, includeUnavailable: true, showOutsideView: true };

/** The product whose `url` attribute is the address of the same page; the first by id when several have it. */
export function findProductByUrl(snapshot: Snapshot, records: Records, url: string): RecordOfId | null {
  const hash = hashAddress(url);
  const key = toAddressKey(url);
  const hashes = snapshot.integers(COLUMN.urlHash);
  const shown = maskVisibleDocuments(snapshot, BASE_DOCUMENTS);
  const ordinals: number[] = [];
  for (let ordinal = 0; ordinal < hashes.length; ordinal++) {
    if (hashes[ordinal] === hash && hash !== 0 && shown[ordinal] === 1) ordinals.push(ordinal);
  }
  ordinals.sort((a, b) => (snapshot.ranks[a] ?? 0) - (snapshot.ranks[b] ?? 0));
  return records.read(ordinals).find((each) => toAddressKey(toProductPage(each).url) === key) ?? null;
}

export function findProducts(snapshot: Snapshot, records: Records, ids: readonly string[]): RecordOfId[] {
  const shown = maskVisibleDocuments(snapshot, BASE_DOCUMENTS);
  const ordinals = ids.flatMap((id) =>
    records.ordinalsOf(snapshot, id).filter((ordinal) => shown[ordinal] === 1),
  );
  return records.read(ordinals);
}

export function findCategoryAt(snapshot: Snapshot, url: string): { id: string; name: string } | null {
  const column = snapshot.column(COLUMN.category);
  if (column?.kind !== 'text') return null;
  return findCategoryByUrl(column.dictionary.map(readCategory), url);
}
