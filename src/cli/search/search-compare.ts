import { asText, decodeSearchAnswer, type SearchAnswer } from '../../client/search-answer.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../context.ts';
import type { Movement } from '../output/search-compare.ts';
import { fetchPlan, type SearchPlan } from './search-run.ts';

interface Side {
  config: Config;
  plan: SearchPlan;
}

/** `search --vs`: the same request in two environments, product by product. */
export async function runCompare(context: CommandContext, here: Side, there: Side): Promise<undefined> {
  const [first, second] = await Promise.all(
    [here, there].map(async ({ config, plan }) => decodeSearchAnswer(await fetchPlan(context, config, plan))),
  );
  const movements = compare(first as SearchAnswer, second as SearchAnswer);
  const names = { here: here.config.environment, there: there.config.environment };
  const document = {
    schema: 'brctl.search-compare/1',
    ...names,
    total_here: first?.total,
    total_there: second?.total,
    products: movements,
  };
  await context.output.result(document, async (stdout) => {
    const { printCompare } = await import('../output/search-compare.ts');
    return printCompare(movements, names, stdout);
  });
  return undefined;
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
