import { readAddress, type Tab, writeAddress } from './address.ts';
import { createState } from './state.ts';

/** What the page shows: the part of its URL after `#`, so that every view can be linked to and gone back from. */
export const address = createState(readAddress(location.hash));

addEventListener('hashchange', () => {
  address.value = readAddress(location.hash);
});

/** Goes to a view, which `back` leaves again. */
export function pushView(...view: Parameters<typeof writeAddress>): void {
  location.hash = writeAddress(...view);
}

/**
 * Changes the view without a step for `back`: while something is typed or moved through. A tab that was left meanwhile does
 * not come back.
 */
export function replaceView(
  tab: Tab,
  path: readonly string[],
  query: Parameters<typeof writeAddress>[2],
): void {
  if (readAddress(location.hash).tab !== tab) return;
  history.replaceState(null, '', writeAddress(tab, path, query));
  address.value = readAddress(location.hash);
}
