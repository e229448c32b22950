import { isLoopback } from '../../../client/api/catalog-state.ts';
import type { ExplainDocument, Gate } from '../../../protocol/explanation.ts';
import type { CommandContext } from '../../context.ts';
import { toInput } from '../../shared/file-operands.ts';
import { withLocalService } from '../../shared/local-service.ts';
import { formatExplanation } from './explain-output.ts';
import { checkFeedGates } from './feed-gates.ts';
import { explainHosted } from './hosted-gates.ts';
import { createPastService } from './past-service.ts';
import { type ProductSearchFlags, toSearchPairs } from './search-params.ts';

export async function runExplain(
  context: CommandContext,
  product: string,
  flags: ProductSearchFlags & { feed?: string; at?: string },
): Promise<void> {
  const config = await context.config();
  const pairs = await toSearchPairs(config, flags);
  const feed =
    flags.feed === undefined
      ? []
      : await checkFeedGates(toInput(context, flags.feed), product, context.signal);
  const moment = flags.at;
  const explainLocal = () =>
    withLocalService(context, async (service) => {
      const ask = () => createPastService(service).explain(product, pairs, moment);
      if (moment === undefined) return await ask();
      return await context.output.progress(`explaining product ${product} as of ${moment}`, ask);
    });
  const isLocal = isLoopback(config.require('catalogUrl')) || moment !== undefined;
  const explained = isLocal ? await explainLocal() : await explainHosted(context, config, product, pairs);
  const document = withFeed(explained, feed);
  await context.output.result(document, (stdout) => formatExplanation(document, stdout));
}

/** Gates of the feed come before those of the service, as they explain an absence there. */
function withFeed(document: ExplainDocument, feed: readonly Gate[]): ExplainDocument {
  const checked = feed.filter(({ state }) => state !== 'skipped');
  const names = new Set(checked.map(({ gate }) => gate));
  const gates = [...checked, ...document.gates.filter(({ gate }) => !names.has(gate))];
  const failed = feed.find(({ state }) => state === 'failed');
  const isMissing = document.code === 'explain.not_sent' || document.code === 'explain.unknown_product';
  return { ...document, gates, ...(isMissing && failed?.code && { code: failed.code }) };
}
