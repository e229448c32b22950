import type { Database } from '../../../base/files/sqlite.ts';
import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import { getAttributeBit, REQUIRED } from '../../../catalog/rules/attribute-rules.ts';
import {
  countIncomplete,
  findFirstIncomplete,
  type IncompleteCounts,
} from '../../store/incomplete-products.ts';

/** Counters of a job, as its row stores them (doc: public-facts B9, `stats`). */
export function formatJobStats(counts: Record<string, number>, incomplete: IncompleteCounts | undefined) {
  if (incomplete === undefined) return JSON.stringify(counts);
  // Names: rec, public-facts H; the one for the url is made after the others.
  return JSON.stringify({
    ...counts,
    incomplete_products_count: incomplete.products,
    products_no_title_count: incomplete.title,
    invalid_products_no_price_data_count: incomplete.price,
    products_no_url_count: incomplete.url,
  });
}

/** Products that an index run skips: `2 products not indexed: 1 without title, 2 without price`; empty if none. */
export function formatLeftOut({ products, ...lacking }: IncompleteCounts): string {
  if (products === 0) return '';
  const parts = Object.entries(lacking).flatMap(([name, count]) =>
    count === 0 ? [] : `${formatCount(count)} without ${name}`,
  );
  return `${pluralize(products, 'product')} not indexed: ${parts.join(', ')}`;
}

interface Incomplete {
  incomplete: IncompleteCounts;
  remark?: string;
}

/** Joins skipped operations, warnings and products that will not be indexed into one text. */
export function joinRemarks(remarks: readonly string[], { incomplete, remark }: Incomplete): Incomplete {
  const all = [...remarks, ...(remark === undefined ? [] : [remark])];
  return { incomplete, ...(all.length > 0 && { remark: all.join('; ') }) };
}

/** The incomplete products among the records that a load has written, which have rows after `afterDocid`. */
export function describeIncomplete(database: Database, afterDocid = 0): Incomplete {
  const incomplete = countIncomplete(database, afterDocid);
  const first = findFirstIncomplete(database, afterDocid);
  if (first === undefined) return { incomplete };
  const place = first.line === null ? '' : `line ${formatCount(first.line)}, `;
  const count = formatCount(incomplete.products);
  const lack = incomplete.products === 1 ? '1 product has' : `${count} products have`;
  const remark = `${lack} no title, price or url and will not be indexed; first: ${JSON.stringify(first.id)} (${place}no ${nameAttributes(first.lacks)})`;
  return { incomplete, remark };
}

/** The names of the attributes in a set of bits of `REQUIRED`: `title, price`. */
export function nameAttributes(lacks: number): string {
  return REQUIRED.filter((name) => (lacks & getAttributeBit(name)) !== 0).join(', no ');
}
