import { asText, type Document, type SearchAnswer } from '../../client/search-answer.ts';
import type { OutputStream } from '../io.ts';
import { facetLines } from './facets.ts';
import { foldText } from './fold-text.ts';
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
/** Left out where there is no room, unless they were asked for. */
const MINOR = new Set(['brand', 'sale_price']);
const NUMERIC = /price|distance|reviews|rating|count/;

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
  const folded = lines.flatMap((line) => foldText(printable(line), to.columns));
  return `${folded.map((line) => line.trimEnd()).join('\n')}\n`;
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
      minor: options.fields === undefined && MINOR.has(field),
    };
  });
  const rows = documents.map((document) => fields.map((field) => cell(document[field])));
  return renderTable(columns, rows, to, (cell) => markWords(cell, options.query, to));
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
