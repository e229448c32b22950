import { formatCount, pluralize } from '../../base/wording/amounts.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';
import { asText, type Document, type SearchAnswer } from '../../client/api/search-answer.ts';
import type { OutputStream } from '../io.ts';
import { makeBold, markWords } from '../output/highlight.ts';
import type { Output, RenderedResult } from '../output/output.ts';
import { escapeControls, type JsonValue } from '../output/printable.ts';
import { renderTable, type TableColumn } from '../output/table.ts';
import { wrapText } from '../output/wrap-text.ts';
import { renderFacets, summarizeFacets } from './facets-output.ts';

export interface SearchPrintOptions {
  query: string;
  /** Fields of --fl; the usual ones where none were asked for. */
  fields?: readonly string[];
  /** The command's option that takes a facet's filter; `--fq` unless told otherwise. */
  filterOption?: string;
  /** Every value of the facets with its filter; else a line a facet. */
  allFacets?: boolean;
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

/**
 * An answer with products. What is remarked of it goes to stderr where stdout holds rows.
 * @param schema of the document, with the catalog's version where the answer tells it
 */
export function renderSearch(
  output: Pick<Output, 'note'>,
  answer: SearchAnswer,
  options: SearchPrintOptions,
  { schema, version }: { schema: string; version: string | undefined },
): RenderedResult {
  return {
    document: {
      schema,
      query: options.query,
      ...(version !== undefined && { catalog_version: Number(version) }),
      ...toDocument(answer),
    },
    forPeople(stdout) {
      if (!stdout.isTty) for (const line of listRemarks(answer, options.query)) output.note(line);
      const text = formatSearch(answer, options, stdout);
      const hint = `brctl explain <product> --query ${quoteForShell(options.query)}   shows why a product is missing\n`;
      const isMissing = schema === 'brctl.search/1' && answer.total === 0 && options.query !== '*';
      return stdout.isTty && isMissing ? text + wrapText(hint, stdout) : text;
    },
  };
}

/**
 * On a terminal what was found, products, and facets. Elsewhere rows of one kind, for `cut` and `awk`: products, or
 * facet values where those were asked for; the remarks are then the caller's to print.
 */
function formatSearch(answer: SearchAnswer, options: SearchPrintOptions, to: OutputStream): string {
  const { filterOption = '--fq', allFacets = false } = options;
  if (!to.isTty)
    return allFacets ? renderFacets(answer.facets, filterOption, to) : formatProducts(answer, options, to);
  const parts = [`${wrapText(listRemarks(answer, options.query).map(escapeControls).join('\n'), to)}\n`];
  for (const group of answer.groups)
    parts.push(
      `${makeBold(group.value, to)} (${group.total})\n${renderProducts(group.documents, options, to)}\n`,
    );
  if (answer.groups.length === 0) parts.push(renderProducts(answer.documents, options, to));
  parts.push(allFacets ? renderFacets(answer.facets, filterOption, to) : summarizeFacets(answer.facets, to));
  return parts.filter((part) => part !== '').join('\n');
}

/** Products as rows; those of groups behind the value of their group. */
function formatProducts(answer: SearchAnswer, options: SearchPrintOptions, to: OutputStream): string {
  if (answer.groups.length === 0) return renderProducts(answer.documents, options, to);
  const documents = answer.groups.flatMap((group) =>
    group.documents.map((document) => ({ group: group.value, ...document })),
  );
  const fields = chooseColumns(documents, options).filter((field) => field !== 'group');
  return renderProducts(documents, { ...options, fields: ['group', ...fields] }, to);
}

function listRemarks(answer: SearchAnswer, query: string): string[] {
  const lines = [...listExceptions(answer, query), ...formatStats(answer.stats)];
  if (answer.total === 0) return lines;
  const range =
    answer.groups.length > 0
      ? `, ${pluralize(answer.groups.length, 'group')}`
      : answer.documents.length > 0
        ? `, ${answer.start + 1} to ${answer.start + answer.documents.length}`
        : '';
  return [...lines, `${formatCount(answer.total)} found${range}`];
}

function listExceptions(answer: SearchAnswer, query: string): string[] {
  const lines: string[] = [];
  if (answer.redirect)
    lines.push(`The service sends this query to ${answer.redirect.url || answer.redirect.query}.`);
  if (answer.correctedQuery !== null)
    lines.push(
      `Nothing matches ${JSON.stringify(query)}: searched for ${JSON.stringify(answer.correctedQuery)}.`,
    );
  if (answer.relaxed && answer.total > 0)
    lines.push(
      `Few products match every word of ${JSON.stringify(query)}; results also include partial matches.`,
    );
  if (answer.didYouMean.length > 0)
    lines.push(`Did you mean ${answer.didYouMean.map((word) => JSON.stringify(word)).join(' or ')}?`);
  if (answer.total === 0) lines.push('Nothing found.');
  return lines;
}

function chooseColumns(documents: readonly Document[], options: SearchPrintOptions): string[] {
  const present = new Set(documents.flatMap((document) => Object.keys(document)));
  const wanted = options.fields ?? SHOWN;
  const withDistance = wanted.flatMap((field) =>
    field === 'store_lat_lon' ? ['store_lat_lon', 'store_lat_lon.distance'] : [field],
  );
  return withDistance.filter((field, index) => present.has(field) && withDistance.indexOf(field) === index);
}

export function renderProducts(
  list: readonly Document[],
  options: SearchPrintOptions,
  to: OutputStream,
): string {
  if (list.length === 0) return '';
  const documents = to.isTty && options.fields === undefined ? list.map(withPriceRanges) : list;
  const fields = chooseColumns(documents, options);
  const columns = fields.map((field): TableColumn => {
    const numeric = NUMERIC.test(field);
    return {
      title: field,
      align: numeric ? 'right' : 'left',
      flexible: !numeric && !ID_FIELDS.includes(field),
      minor: options.fields === undefined && MINOR.has(field),
    };
  });
  const rows = documents.map((document) => fields.map((field) => formatCell(document[field])));
  return renderTable(columns, rows, to, (cell) => markWords(cell, options.query, to));
}

function formatCell(value: Document[string] | undefined): string {
  if (Array.isArray(value)) return value.map(formatCell).join(', ');
  return typeof value === 'object' && value !== null && !('text' in value)
    ? JSON.stringify(value)
    : asText(value);
}

function formatStats(stats: Document): string[] {
  return Object.entries(stats).map(([field, range]) => {
    const { min, max } = (range ?? {}) as Document;
    return `${field}: ${asText(min)} to ${asText(max)}`;
  });
}

/** The ranges over the variants (sdk: public-facts C11). */
const RANGES = { price: 'price_range', sale_price: 'sale_price_range' } as const;

/**
 * A product as a table shows it: where the prices of its variants differ or it has none itself, those, as `39 to 74`. The range
 * of sale prices is that of the prices where no variant has one.
 */
function withPriceRanges(document: Document): Document {
  const range = formatRange(document[RANGES.price]);
  const sale = formatRange(document[RANGES.sale_price]);
  const isShown = (text: string, own: Document[string] | undefined) =>
    text !== '' && (text.includes(' to ') || asText(own) === '');
  return {
    ...document,
    ...(isShown(range, document.price) && { price: range }),
    ...(sale !== range && isShown(sale, document.sale_price) && { sale_price: sale }),
  };
}

/** `[39, 74]` as `39 to 74`, `[39, 39]` as `39`; empty for what is no range. */
function formatRange(range: Document[string] | undefined): string {
  if (!Array.isArray(range)) return '';
  const [min, max] = range.map(asText);
  return min === max || max === undefined ? (min ?? '') : `${min} to ${max}`;
}

/** The members of `brctl.search/1` behind `schema` and `query`. */
function toDocument(answer: SearchAnswer): { [member: string]: JsonValue } {
  const grouped = answer.groups.length > 0;
  return {
    total: answer.total,
    start: answer.start,
    products: answer.documents as Document[],
    groups: grouped
      ? answer.groups.map(({ value, total, documents }) => ({ value, total, products: documents }))
      : undefined,
    facets: answer.facets.map(({ field, values }) => ({
      field,
      values: values.map(({ label, count, fq }) => ({ label, count, fq })),
    })),
    stats: Object.keys(answer.stats).length > 0 ? answer.stats : undefined,
    did_you_mean: answer.didYouMean,
    corrected_query: answer.correctedQuery,
    redirect: answer.redirect === null ? null : { query: answer.redirect.query, url: answer.redirect.url },
  };
}
