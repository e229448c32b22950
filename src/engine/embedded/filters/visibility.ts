import { LruCache } from '../../lru-cache.ts';
import { Uint32List } from '../../values/number-list.ts';
import { forEachCodeOfRow, type TextColumn } from '../columns/column.ts';
import { COLUMN } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A catalog may have a view for each of a thousand stores; a mask has a byte for each document. */
const MAX_MASKS = 16;

/** Who is looking, and what may be shown. */
export interface Visibility {
  viewId: string | null;
  includeUnavailable: boolean;
  /** Products without an entry for the view are shown with base values (rec: public-facts C12). */
  showOutsideView: boolean;
}

/**
 * 1 for the documents a shopper of the view can be shown: the view's own documents, and the base documents of products
 * that have none for the view; without a view the base documents. Unavailable products are out unless asked for
 * (doc: public-facts B4); `availability` false inside a view hides the product there alone (C12, inferred).
 */
export function maskVisibleDocuments(snapshot: Snapshot, visibility: Visibility): Uint8Array {
  const known = normalizeVisibility(snapshot, visibility);
  const masks = snapshot.derive('visibleDocuments', () => new LruCache<Uint8Array>(MAX_MASKS));
  return masks.getOrMake(JSON.stringify(known), () => makeMask(snapshot, known));
}

const MAX_LISTS = 4;

/** The documents of a mask of `maskVisibleDocuments`, ascending; counts over it are kept. Callers must not change it. */
export function listVisibleDocuments(snapshot: Snapshot, mask: Uint8Array): Uint32Array {
  const lists = snapshot.derive('visibleList', () => new LruCache<Uint32Array, Uint8Array>(MAX_LISTS));
  return lists.getOrMake(mask, () => snapshot.keepCounts(findOrdinals(mask)));
}

function findOrdinals(mask: Uint8Array): Uint32Array {
  const ordinals = new Uint32List();
  for (let ordinal = 0; ordinal < mask.length; ordinal++) if (mask[ordinal] === 1) ordinals.push(ordinal);
  return ordinals.view().slice();
}

/** No view has an empty id. */
const NO_VIEW = '';

/** Views that the catalog does not have are all alike, so that asking for ever new ones fills no memory. */
export function normalizeVisibility(snapshot: Snapshot, visibility: Visibility): Visibility {
  const { viewId, showOutsideView } = visibility;
  const column = snapshot.column(COLUMN.view);
  const isKnown = viewId === null || (column?.kind === 'text' && column.dictionary.includes(viewId));
  if (isKnown) return visibility;
  return { ...visibility, viewId: showOutsideView ? null : NO_VIEW };
}

function makeMask(
  snapshot: Snapshot,
  { viewId, includeUnavailable, showOutsideView }: Visibility,
): Uint8Array {
  const mask = Uint8Array.from(snapshot.live);
  const available = snapshot.integers(COLUMN.available);
  const inView = viewTest(snapshot, viewId, showOutsideView);
  for (let ordinal = 0; ordinal < mask.length; ordinal++) {
    if (mask[ordinal] === 0) continue;
    if (!includeUnavailable && available[ordinal] === 0) mask[ordinal] = 0;
    else if (!inView(ordinal)) mask[ordinal] = 0;
  }
  return mask;
}

function viewTest(
  snapshot: Snapshot,
  viewId: string | null,
  showOutsideView: boolean,
): (ordinal: number) => boolean {
  const view = snapshot.column(COLUMN.view);
  const views = snapshot.column(COLUMN.views);
  if (view?.kind !== 'text' || views?.kind !== 'text') return () => viewId === null || showOutsideView;
  if (viewId === null) return (ordinal) => view.values[ordinal] === 0;
  const ownCode = view.dictionary.indexOf(viewId) + 1;
  const entryCode = views.dictionary.indexOf(viewId) + 1;
  return (ordinal) => {
    const code = view.values[ordinal] ?? 0;
    if (code !== 0) return code === ownCode;
    return showOutsideView && !hasCode(views, ordinal, entryCode);
  };
}

function hasCode(column: TextColumn, row: number, wanted: number): boolean {
  let found = false;
  forEachCodeOfRow(column, row, (code) => {
    found ||= code === wanted;
  });
  return found;
}
