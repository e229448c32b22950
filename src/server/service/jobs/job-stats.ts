import { formatCount } from '../../../base/wording/amounts.ts';
import type { IncompleteCounts } from '../../store/incomplete-products.ts';

/** Names of the counters of incomplete products; the one for the url is made after the others (rec: public-facts H). */
const COUNTERS = {
  title: 'products_no_title_count',
  price: 'invalid_products_no_price_data_count',
  url: 'products_no_url_count',
} as const;

/** What a job counted, as its row keeps it (doc: public-facts B9, `stats`). */
export function jobStats(counts: Record<string, number>, incomplete: IncompleteCounts | undefined): string {
  if (incomplete === undefined) return JSON.stringify(counts);
  const lacking = Object.entries(COUNTERS).map(([name, counter]) => [
    counter,
    incomplete[name as keyof typeof COUNTERS],
  ]);
  return JSON.stringify({
    ...counts,
    incomplete_products_count: incomplete.products,
    ...Object.fromEntries(lacking),
  });
}

/** What an index run leaves out: `2 products not indexed: 1 without title, 2 without price`; empty where it takes all. */
export function leftOutMessage({ products, ...lacking }: IncompleteCounts): string {
  if (products === 0) return '';
  const parts = Object.entries(lacking).flatMap(([name, count]) =>
    count === 0 ? [] : `${formatCount(count)} without ${name}`,
  );
  return `${formatCount(products)} product${products === 1 ? '' : 's'} not indexed: ${parts.join(', ')}`;
}
