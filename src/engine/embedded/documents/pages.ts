import { readCategory } from '../../category-paths.ts';
import { categoryOfAddress, productPage } from '../../documents/product-page.ts';
import type { RecordOfId } from '../../engine.ts';
import { addressHash, addressKey } from '../../text/address.ts';
import { visibleDocuments } from '../filters/visibility.ts';
import { COLUMN } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Records } from './records.ts';

const BASE_DOCUMENTS = { viewId: null, includeUnavailable: true, showOutsideView: true };

/** The product whose `url` attribute is the address of the same page; the first by id when several have it. */
export function productAt(snapshot: Snapshot, records: Records, url: string): RecordOfId | null {
  const hash = addressHash(url);
  const key = addressKey(url);
  const hashes = snapshot.integers(COLUMN.urlHash);
  const shown = visibleDocuments(snapshot, BASE_DOCUMENTS);
  const found: number[] = [];
  for (let ordinal = 0; ordinal < hashes.length; ordinal++) {
    if (hashes[ordinal] === hash && hash !== 0 && shown[ordinal] === 1) found.push(ordinal);
  }
  found.sort((a, b) => (snapshot.ranks[a] ?? 0) - (snapshot.ranks[b] ?? 0));
  return recordsAt(records, found).find((each) => addressKey(productPage(each).url) === key) ?? null;
}

export function productsOf(snapshot: Snapshot, records: Records, ids: readonly string[]): RecordOfId[] {
  const shown = visibleDocuments(snapshot, BASE_DOCUMENTS);
  const ordinals = ids.flatMap((id) =>
    records.ordinalsOf(snapshot, id).filter((ordinal) => shown[ordinal] === 1),
  );
  return recordsAt(records, ordinals);
}

function recordsAt(records: Records, ordinals: readonly number[]): RecordOfId[] {
  return records.read(ordinals).map(({ id, json }) => ({ id, record: json }));
}

export function categoryAt(snapshot: Snapshot, url: string): { id: string; name: string } | null {
  const column = snapshot.column(COLUMN.category);
  if (column?.kind !== 'text') return null;
  return categoryOfAddress(column.dictionary.map(readCategory), url);
}
