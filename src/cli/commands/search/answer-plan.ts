import type { HttpAnswer } from '../../../client/api/http.ts';
import { curlCommand, requestUrl } from '../../../client/api/search-request.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { printPaged, type RenderedResult, renderToText } from '../../output/rendered-result.ts';
import { fetchPlan, type SearchPlan } from '../../shared/search-plan.ts';

/** In which form an answer is wanted, and where. */
export interface AnswerOptions {
  raw?: boolean;
  curl?: boolean;
  output?: string;
}

/**
 * Sends the request and prints its answer in the form that was asked for: a curl command, the body as it came, or what
 * `show` makes of it.
 */
export async function answerPlan(
  context: CommandContext,
  config: Config,
  plan: SearchPlan,
  options: AnswerOptions,
  show: (answer: HttpAnswer) => RenderedResult,
): Promise<number> {
  const { output } = context;
  if (options.curl) {
    requestUrl(plan.base, plan.pairs);
    return await deliver(context, options, curlCommand(plan.base, plan.pairs));
  }
  const answer = await fetchPlan(context, config, plan);
  if (options.raw) return await deliver(context, options, answer.text);
  const shown = show(answer);
  if (options.output !== undefined) return await deliver(context, options, await renderToText(output, shown));
  await printPaged(output, shown);
  return 0;
}

async function deliver(
  context: CommandContext,
  { output: file }: AnswerOptions,
  text: string,
): Promise<number> {
  if (file === undefined || file === '-') await context.output.bytes(text);
  else {
    const { writeAtomically } = await import('../../shared/atomic-output.ts');
    await writeAtomically(context, file, (sink) => sink(Buffer.from(text)));
    context.output.note(`wrote ${file}`);
  }
  return 0;
}
