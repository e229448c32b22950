import type { Database } from '../../../base/files/sqlite.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { bitOf, REQUIRED } from '../../../catalog/rules/attribute-rules.ts';
import { countIncomplete, firstIncomplete, type IncompleteCounts } from '../../store/incomplete-products.ts';

/** The incomplete products among the records that a load has written, which have rows after `afterDocid`. */
export function leftIncomplete(
  database: Database,
  afterDocid = 0,
): { incomplete: IncompleteCounts; remark?: string } {
  const incomplete = countIncomplete(database, afterDocid);
  const first = firstIncomplete(database, afterDocid);
  if (first === undefined) return { incomplete };
  const at = first.line === null ? '' : `line ${formatCount(first.line)}, `;
  const count = formatCount(incomplete.products);
  const lack = incomplete.products === 1 ? '1 product has' : `${count} products have`;
  const remark = `${lack} no title, price or url and will not be indexed; first: ${JSON.stringify(first.id)} (${at}no ${namesOf(first.lacks)})`;
  return { incomplete, remark };
}

/** The names of the attributes in a set of bits of `REQUIRED`: `title, price`. */
export function namesOf(lacks: number): string {
  return REQUIRED.filter((name) => (lacks & bitOf(name)) !== 0).join(', no ');
}
