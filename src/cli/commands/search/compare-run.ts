import { asText, decodeSearchAnswer, type SearchAnswer } from '../../../client/api/search-answer.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { fetchPlan, type SearchPlan } from '../../shared/search-plan.ts';

interface Side {
  config: Config;
  plan: SearchPlan;
}

/** A row a product: its place in both environments, and what that means seen from the first. */
export async function compareSearches(context: CommandContext, here: Side, there: Side): Promise<void> {
  const [first, second] = (await Promise.all(
    [here, there].map(async ({ config, plan }) => decodeSearchAnswer(await fetchPlan(context, config, plan))),
  )) as [SearchAnswer, SearchAnswer];
  const products = compare(first, second);
  const [left, right] = [here.config.environment, there.config.environment];
  const columns: RowColumn<Movement>[] = [
    { title: 'pid', of: ({ pid }) => pid },
    { title: 'title', flexible: true, of: ({ title }) => title },
    { title: left, align: 'right', of: (movement) => String(movement.here ?? '-') },
    { title: right, align: 'right', of: (movement) => String(movement.there ?? '-') },
    { title: 'change', of: ({ change }) => change },
  ];
  const document = {
    schema: 'brctl.search-compare/1',
    here: left,
    there: right,
    total_here: first.total,
    total_there: second.total,
    products,
  };
  await context.output.result(document, (stdout) => renderRows(columns, products, stdout));
}

/** Where a product is in each answer, from 1; null where it is not on the page. */
type Movement = ReturnType<typeof compare>[number];

/** Products of both pages in the order of the first, then those that only the second has. */
function compare(here: SearchAnswer, there: SearchAnswer) {
  const [a, b] = [rankOf(here), rankOf(there)];
  return [...new Set([...a.keys(), ...b.keys()])].map((pid) => {
    const [left, right] = [a.get(pid), b.get(pid)];
    const kept = left?.rank === right?.rank ? 'same' : 'moved';
    const change = left === undefined ? 'lost' : right === undefined ? 'gained' : kept;
    const title = (left ?? right)?.title ?? '';
    return { pid, title, here: left?.rank ?? null, there: right?.rank ?? null, change };
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
