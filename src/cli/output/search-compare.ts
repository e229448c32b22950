import type { OutputStream } from '../io.ts';
import { renderTable } from './table.ts';

/** Where a product is in each answer, from 1; null where it is not on the page. */
export interface Movement {
  readonly pid: string;
  readonly title: string;
  readonly here: number | null;
  readonly there: number | null;
  readonly change: 'same' | 'moved' | 'gained' | 'lost';
  readonly [member: string]: string | number | null;
}

/** A row a product: its place in both environments, and what that means seen from the first. */
export function printCompare(
  movements: readonly Movement[],
  names: { here: string; there: string },
  to: OutputStream,
): string {
  const columns = [
    { title: 'pid' },
    { title: 'title', flexible: true },
    { title: names.here, align: 'right' as const },
    { title: names.there, align: 'right' as const },
    { title: 'change' },
  ];
  const rows = movements.map(({ pid, title, here, there, change }) => [
    pid,
    title,
    String(here ?? '-'),
    String(there ?? '-'),
    change,
  ]);
  return renderTable(columns, rows, to);
}
