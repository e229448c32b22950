import { asText, decodeSearchAnswer, type SearchAnswer } from '../../../client/api/search-answer.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { fetchPlan, type SearchPlan } from '../../shared/search-plan.ts';
import { type Movement, printCompared } from './search-compare-output.ts';

interface Side {
  config: Config;
  plan: SearchPlan;
}

/** `search --vs`: the same request in two environments, product by product. */
export async function compareSearches(context: CommandContext, here: Side, there: Side): Promise<number> {
  const [first, second] = await Promise.all(
    [here, there].map(async ({ config, plan }) => decodeSearchAnswer(await fetchPlan(context, config, plan))),
  );
  await printCompared(context.output, {
    here: here.config.environment,
    there: there.config.environment,
    totals: { here: first?.total, there: second?.total },
    movements: compare(first as SearchAnswer, second as SearchAnswer),
  });
  return 0;
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
