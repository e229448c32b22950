import type { CatalogState } from '../../../protocol/control-documents.ts';
import { joinPath } from '../frame/address.ts';

/** A search as the address of the view stores it. */
export interface SearchView {
  catalog: string;
  q: string;
  /** `category` takes the id of one for `q`. */
  type: 'keyword' | 'category';
  /** Filters, one a line in the address. */
  fq: readonly string[];
  efq: string;
  sort: string;
  view: string;
  segment: string;
  /** A version of the catalog, a job or a time; empty for now. */
  at: string;
  start: number;
  /** Also asks for what the service says of how it understood the query. */
  diagnostics: boolean;
}

export const ROWS = 24;

export function readSearchView(query: Readonly<Record<string, string>>, catalog: string): SearchView {
  const start = Number(query.start ?? 0);
  return {
    catalog: query.catalog ?? catalog,
    q: query.q ?? '',
    type: query.type === 'category' ? 'category' : 'keyword',
    fq: (query.fq ?? '').split('\n').filter((line) => line !== ''),
    efq: query.efq ?? '',
    sort: query.sort ?? '',
    view: query.view ?? '',
    segment: query.segment ?? '',
    at: query.at ?? '',
    start: Number.isInteger(start) && start > 0 ? start : 0,
    diagnostics: query.diagnostics !== undefined,
  };
}

export function writeSearchView(view: SearchView): Record<string, string | undefined> {
  const { fq, start, type, diagnostics, ...rest } = view;
  return {
    ...rest,
    fq: fq.join('\n'),
    ...(type === 'category' && { type }),
    ...(start > 0 && { start: String(start) }),
    ...(diagnostics && { diagnostics: 'all' }),
  };
}

/** The call of the service's own search, without a key: a browser needs none; for the past the control call that knows it. */
export function toSearchPath(view: SearchView, catalog: CatalogState, rows = ROWS): string {
  const isContent = catalog.family === 'items';
  const idField = isContent ? 'item_id' : 'pid';
  const words = new URLSearchParams({
    account_id: catalog.account_id,
    domain_key: catalog.name,
    ...(isContent && { catalog_name: catalog.name }),
    request_type: 'search',
    search_type: view.type,
    q: view.type === 'keyword' ? view.q.trim() || '*' : view.q,
    fl: `${idField},title,brand,price,sale_price,price_range,sale_price_range,score`,
    rows: String(rows),
    start: String(view.start),
    'facet.version': '3.0',
    url: '/_brctl/',
    _br_uid_2: 'uid=1:v=inspector:ts=0:hc=1',
  });
  appendFilters(words, view);
  if (view.diagnostics) words.append('br_diagnostics', 'all');
  return view.at === ''
    ? `/api/v1/core/?${words}`
    : `/_brctl/${joinPath('catalogs', catalog.name, 'search')}?${words}`;
}

/** Filters and time of a search. */
export function appendFilters(words: URLSearchParams, { fq, efq, sort, view, segment, at }: SearchView) {
  for (const filter of fq) words.append('fq', filter);
  for (const [name, value] of Object.entries({ efq, sort, view_id: view, segment, at }))
    if (value !== '') words.append(name, value);
}

/** The call that suggests while a query is typed. */
export function suggestPath(q: string, catalog: CatalogState): string {
  const words = new URLSearchParams({
    account_id: catalog.account_id,
    request_type: 'suggest',
    q,
    catalog_views: catalog.name,
  });
  return `/api/v2/suggest/?${words}`;
}

/** The values that the filter of a field lets pass. */
export function getChosenValues(fq: readonly string[], field: string): string[] {
  const filter = fq.find((line) => line.startsWith(`${field}:`)) ?? '';
  return [...filter.slice(field.length + 1).matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) =>
    value.replace(/\\(.)/g, '$1'),
  );
}

/** The filters with one value more, or less: values of a field are alternatives, fields must all hold. */
export function toggleValue(fq: readonly string[], field: string, value: string): string[] {
  const chosen = getChosenValues(fq, field);
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
  const others = fq.filter((line) => !line.startsWith(`${field}:`));
  if (next.length === 0) return others;
  const quoted = next.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`);
  return [...others, `${field}:${quoted.join(' OR ')}`];
}
