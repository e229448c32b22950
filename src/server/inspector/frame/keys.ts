import { TABS } from './address.ts';
import { address, pushView } from './navigation.ts';
import { createState } from './state.ts';

export const isHelpShown = createState(false);

/** Keys of the whole page; a view marks its rows with `data-row` and its filter with `data-filter`. */
export const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'go to the filter or the search box'],
  ['j  k', 'next, previous row'],
  ['Enter', 'open the row'],
  ['Esc', 'close the panel, leave the filter'],
  [`1 … ${TABS.length}`, 'the views, in their order'],
  ['?', 'this help'],
];

export function startKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape') (event.target as HTMLElement).blur();
      return;
    }
    if (act(event.key)) event.preventDefault();
  });
}

function act(key: string): boolean {
  if (key === '?') isHelpShown.value = !isHelpShown.value;
  else if (key === '/') return focusFirst('[data-filter]');
  else if (key === 'j') return moveRow(1);
  else if (key === 'k') return moveRow(-1);
  else if (key === 'Escape') return close();
  else {
    const tab = TABS[Number(key) - 1];
    if (tab === undefined) return false;
    pushView(tab);
  }
  return true;
}

function close(): boolean {
  if (isHelpShown.value) isHelpShown.value = false;
  else if (address.value.path.length > 0) {
    const { tab, path, query } = address.value;
    pushView(tab, path.slice(0, -1), query);
  } else return false;
  return true;
}

function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
  const current = focused ?? rows.find((row) => row.hasAttribute('aria-current'));
  const next = current == null ? rows.find(isInSight) : rows[rows.indexOf(current) + step];
  if (next === undefined) return false;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

function isInSight(row: HTMLElement): boolean {
  const box = row.closest('.window')?.getBoundingClientRect();
  return row.getBoundingClientRect().top >= (box?.top ?? 0);
}

function focusFirst(selector: string): boolean {
  const element = document.querySelector<HTMLInputElement>(selector);
  element?.focus();
  element?.select();
  return element !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
