import { asText, type Document, type Facet, type SearchAnswer } from '../../client/search-answer.ts';
import type { OutputStream } from '../io.ts';
import { cutToWidth, displayWidth, padToWidth } from './display-width.ts';
import { bold, markWords } from './highlight.ts';
import { printable } from './printable.ts';
import { type Column, renderTable } from './table.ts';

export interface SearchPrintOptions {
  query: string;
  /** Fields of --fl; the usual ones where none were asked for. */
  fields?: readonly string[];
  /** The command's option that takes a facet's filter; `--fq` unless told otherwise. */
  filterOption?: string;
}

const ID_FIELDS = ['pid', 'item_id'];
/** Shown when no fields were asked for, as far as the documents have them; addresses stay out of the table. */
const SHOWN = [
  ...ID_FIELDS,
  'title',
  'item_title',
  'brand',
  'price',
  'sale_price',
  'store_lat_lon.distance',
  'description',
];
const NUMERIC = /price|distance|reviews|rating|count/;
const MOST_FACET_VALUES = 8;
const COUNT_COLUMNS = 9;
/** A value keeps so many columns, however long the filter beside it is: the filter is there to be copied whole. */
const FEWEST_LABEL_COLUMNS = 12;

/** A table of products, then facets, each value with the filter that narrows to it. */
export function printSearch(found: SearchAnswer, options: SearchPrintOptions, to: OutputStream): string {
  const parts = [remarks(found, options.query, to)];
  if (found.groups.length > 0) {
    for (const group of found.groups) {
      parts.push(
        `${bold(group.value, to)} (${group.total})\n${productTable(group.documents, options, to)}\n`,
      );
    }
  } else if (found.documents.length > 0) parts.push(productTable(found.documents, options, to));
  parts.push(statsLines(found.stats), facetLines(found.facets, options.filterOption ?? '--fq', to));
  return parts.filter((part) => part !== '').join('\n');
}

function remarks(found: SearchAnswer, query: string, to: OutputStream): string {
  if (!to.isTty) return '';
  const shown =
    found.groups.length > 0
      ? `${found.groups.length} groups`
      : `${found.start + 1} to ${found.start + found.documents.length}`;
  const lines = exceptions(found, query);
  if (found.total > 0)
    lines.push(
      `${found.total.toLocaleString('en-US')} found${found.documents.length + found.groups.length > 0 ? `, ${shown}` : ''}`,
    );
  return `${lines.map(printable).join('\n')}\n`;
}

/** What is out of the ordinary about an answer: a redirect, another query, some words given up, nothing found. */
export function exceptions(found: SearchAnswer, query: string): string[] {
  const lines: string[] = [];
  if (found.redirect)
    lines.push(`The service sends this query to ${found.redirect.url || found.redirect.query}.`);
  if (found.correctedQuery !== null)
    lines.push(
      `Nothing matches ${JSON.stringify(query)}: searched for ${JSON.stringify(found.correctedQuery)}.`,
    );
  if (found.relaxed)
    lines.push(`No product matches all of ${JSON.stringify(query)}: these match part of it.`);
  if (found.didYouMean.length > 0)
    lines.push(`Did you mean ${found.didYouMean.map((word) => JSON.stringify(word)).join(' or ')}?`);
  if (found.total === 0) lines.push('Nothing found.');
  return lines;
}

function columnsOf(documents: readonly Document[], options: SearchPrintOptions): string[] {
  const present = new Set(documents.flatMap((document) => Object.keys(document)));
  const wanted = options.fields ?? SHOWN;
  const withDistance = wanted.flatMap((field) =>
    field === 'store_lat_lon' ? ['store_lat_lon', 'store_lat_lon.distance'] : [field],
  );
  return withDistance.filter((field, at) => present.has(field) && withDistance.indexOf(field) === at);
}

export function productTable(
  documents: readonly Document[],
  options: SearchPrintOptions,
  to: OutputStream,
): string {
  const fields = columnsOf(documents, options);
  const columns = fields.map((field): Column => {
    const numeric = NUMERIC.test(field);
    return {
      title: field,
      align: numeric ? 'right' : 'left',
      flexible: !numeric && !ID_FIELDS.includes(field),
      minor: field === 'brand' || field === 'sale_price',
    };
  });
  const rows = documents.map((document) => fields.map((field) => cell(document[field])));
  return markWords(renderTable(columns, rows, to), options.query, to);
}

function cell(value: Document[string] | undefined): string {
  if (Array.isArray(value)) return value.map(cell).join(', ');
  return typeof value === 'object' && value !== null && !('text' in value)
    ? JSON.stringify(value)
    : asText(value);
}

function statsLines(stats: Document): string {
  return Object.entries(stats)
    .map(([field, range]) => {
      const { min, max } = (range ?? {}) as Document;
      return `${field}\t${asText(min)} to ${asText(max)}\n`;
    })
    .join('');
}

function facetLines(facets: readonly Facet[], option: string, to: OutputStream): string {
  if (!to.isTty) {
    return facets
      .flatMap(({ field, values }) =>
        values.map(
          ({ label, count, fq }) => `${field}\t${count ?? ''}\t${printable(label)}\t${printable(fq)}\n`,
        ),
      )
      .join('');
  }
  return facets.map((facet) => facetBlock(facet, option, to)).join('');
}

function facetBlock({ field, values }: Facet, option: string, to: OutputStream): string {
  const shown = values.slice(0, MOST_FACET_VALUES).map(({ label, count, fq }) => ({
    count: `  ${count?.toLocaleString('en-US') ?? ''}`.padEnd(COUNT_COLUMNS),
    label: printable(label),
    filter: `  ${option} '${printable(fq).replaceAll("'", "'\\''")}'`,
  }));
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(displayWidth));
  const room = to.columns - COUNT_COLUMNS - widest(shown.map(({ filter }) => filter));
  const width = Math.min(widest(shown.map(({ label }) => label)), Math.max(room, FEWEST_LABEL_COLUMNS));
  const lines = shown.map(
    ({ count, label, filter }) => count + padToWidth(cutToWidth(label, width), width) + filter,
  );
  const more = values.length - shown.length;
  return `${bold(field, to)}\n${lines.join('\n')}\n${more > 0 ? `  … and ${more} more\n` : ''}`;
}
