import { asText, decodeSearchAnswer, type SearchAnswer } from '../../../client/api/search-answer.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import type { Output } from '../../output/output.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { fetchPlan, type SearchPlan } from '../../shared/search-plan.ts';

interface Side {
  config: Config;
  plan: SearchPlan;
}

export async function compareSearches(context: CommandContext, here: Side, there: Side): Promise<void> {
  const [first, second] = await Promise.all(
    [here, there].map(async ({ config, plan }) => decodeSearchAnswer(await fetchPlan(context, config, plan))),
  );
  await printCompared(context.output, {
    here: here.config.environment,
    there: there.config.environment,
    totals: { here: first?.total, there: second?.total },
    movements: compare(first as SearchAnswer, second as SearchAnswer),
  });
}

/** Products of both pages in the order of the first, then those that only the second has. */
function compare(here: SearchAnswer, there: SearchAnswer): Movement[] {
  const [a, b] = [rankOf(here), rankOf(there)];
  return [...new Set([...a.keys(), ...b.keys()])].map((pid) => {
    const [left, right] = [a.get(pid), b.get(pid)];
    const change =
      left === undefined
        ? 'lost'
        : right === undefined
          ? 'gained'
          : left.rank === right.rank
            ? 'same'
            : 'moved';
    return {
      pid,
      title: (left ?? right)?.title ?? '',
      here: left?.rank ?? null,
      there: right?.rank ?? null,
      change,
    };
  });
}

function rankOf(answer: SearchAnswer): Map<string, { rank: number; title: string }> {
  return new Map(
    answer.documents.map((document, at) => [
      asText(document.pid),
      { rank: answer.start + at + 1, title: asText(document.title) },
    ]),
  );
}

/** Where a product is in each answer, from 1; null where it is not on the page. */
export interface Movement {
  readonly pid: string;
  readonly title: string;
  readonly here: number | null;
  readonly there: number | null;
  readonly change: 'same' | 'moved' | 'gained' | 'lost';
  readonly [member: string]: string | number | null;
}

interface ComparedSearches {
  here: string;
  there: string;
  totals: { here: number | undefined; there: number | undefined };
  movements: readonly Movement[];
}

/** A row a product: its place in both environments, and what that means seen from the first. */
async function printCompared(
  output: Output,
  { here, there, totals, movements }: ComparedSearches,
): Promise<void> {
  const columns: RowColumn<Movement>[] = [
    { title: 'pid', of: ({ pid }) => pid },
    { title: 'title', flexible: true, of: ({ title }) => title },
    { title: here, align: 'right', of: (movement) => String(movement.here ?? '-') },
    { title: there, align: 'right', of: (movement) => String(movement.there ?? '-') },
    { title: 'change', of: ({ change }) => change },
  ];
  const document = {
    schema: 'brctl.search-compare/1',
    here,
    there,
    total_here: totals.here,
    total_there: totals.there,
    products: movements,
  };
  await output.result(document, (stdout) => renderRows(columns, movements, stdout));
}
