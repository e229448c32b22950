import { readAddress, writeAddress } from './address.ts';
import { createState } from './state.ts';

/** The current view: the part of the URL after `#`, so that each view has a link and a history entry. */
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
export function replaceView(...view: Parameters<typeof writeAddress>): void {
  if (readAddress(location.hash).tab !== view[0]) return;
  history.replaceState(null, '', writeAddress(...view));
  address.value = readAddress(location.hash);
}
