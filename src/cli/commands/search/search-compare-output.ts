import type { Output } from '../../output/output.ts';
import { renderTable } from '../../output/table.ts';

/** Where a product is in each answer, from 1; null where it is not on the page. */
export interface Movement {
  readonly pid: string;
  readonly title: string;
  readonly here: number | null;
  readonly there: number | null;
  readonly change: 'same' | 'moved' | 'gained' | 'lost';
  readonly [member: string]: string | number | null;
}

/** The same search in two environments. */
export interface ComparedSearches {
  here: string;
  there: string;
  totals: { here: number | undefined; there: number | undefined };
  movements: readonly Movement[];
}

/** A row a product: its place in both environments, and what that means seen from the first. */
export async function printCompared(
  output: Output,
  { here, there, totals, movements }: ComparedSearches,
): Promise<void> {
  const columns = [
    { title: 'pid' },
    { title: 'title', flexible: true },
    { title: here, align: 'right' as const },
    { title: there, align: 'right' as const },
    { title: 'change' },
  ];
  const rows = movements.map((movement) => [
    movement.pid,
    movement.title,
    String(movement.here ?? '-'),
    String(movement.there ?? '-'),
    movement.change,
  ]);
  const document = {
    schema: 'brctl.search-compare/1',
    here,
    there,
    total_here: totals.here,
    total_there: totals.there,
    products: movements,
  };
  await output.result(document, (stdout) => renderTable(columns, rows, stdout));
}
