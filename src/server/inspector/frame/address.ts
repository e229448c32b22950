import { decodePart } from '../../../protocol/paths.ts';

/** The tabs of the page, in their order. */
export const TABS = ['requests', 'jobs', 'catalog', 'search', 'compare', 'files', 'faults'] as const;

export type Tab = (typeof TABS)[number];

/** A view of the page, as the part of its URL after `#`: `#/catalog/products_en/SF-9?at=3`. */
export interface Address {
  tab: Tab;
  /** Path within the tab, such as the id of a request. */
  path: readonly string[];
  query: Readonly<Record<string, string>>;
  /** Name of a tab that does not exist. */
  unknown?: string;
}

/** An unknown tab leads to the first one: a link from elsewhere never breaks the page. */
export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const [first = '', ...rest] = path.split('/').map(decodePart);
  const tab = TABS.find((name) => name === first);
  if (tab === undefined)
    return { tab: TABS[0], path: [], query: {}, ...(first !== '' && { unknown: first }) };
  return {
    tab,
    path: rest.filter((part) => part !== ''),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Parts of a path, which may hold anything, as one. */
export function joinPath(...parts: readonly string[]): string {
  return parts.map(encodeURIComponent).join('/');
}

/** The opposite; parameters without a value are left out. */
export function writeAddress(
  tab: Tab,
  path: readonly string[] = [],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const filled = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]);
  const words = new URLSearchParams(filled).toString();
  return `#/${joinPath(tab, ...path)}${words === '' ? '' : `?${words}`}`;
}
