import { isLoopback } from '../../../client/api/catalog-state.ts';
import type { Pair } from '../../../client/api/search-request.ts';
import type { ExplainDocument, Gate } from '../../../protocol/explanation.ts';
import type { CommandContext } from '../../context.ts';
import { toInput } from '../../shared/file-operands.ts';
import { withLocalService } from '../../shared/local-service.ts';
import { printExplanation } from './explain-output.ts';
import { feedGates } from './feed-gates.ts';
import { explainHosted } from './hosted-gates.ts';
import { pastService } from './past-service.ts';
import { type ProductSearchFlags, toSearchPairs } from './search-params.ts';

export interface ExplainFlags extends ProductSearchFlags {
  feed?: string;
  at?: string;
}

export async function runExplain(
  context: CommandContext,
  product: string,
  flags: ExplainFlags,
): Promise<void> {
  const config = await context.config();
  const pairs = await toSearchPairs(config, flags);
  const feed =
    flags.feed === undefined ? [] : await feedGates(toInput(context, flags.feed), product, context.signal);
  const isLocal = isLoopback(config.require('catalogUrl'));
  const explained =
    isLocal || flags.at !== undefined
      ? await explainLocal(context, product, pairs, flags.at)
      : await explainHosted(context, config, product, pairs);
  const document = withFeed(explained, feed);
  await printExplanation(context.output, document);
}

async function explainLocal(
  context: CommandContext,
  product: string,
  pairs: readonly Pair[],
  moment: string | undefined,
): Promise<ExplainDocument> {
  return await withLocalService(context, async (service) => {
    const ask = () => pastService(service).explain(product, pairs, moment);
    if (moment === undefined) return await ask();
    return await context.output.progress(`explaining product ${product} as of ${moment}`, ask);
  });
}

/** What the feed says stands before what the service says, and explains why the service has nothing. */
function withFeed(document: ExplainDocument, feed: readonly Gate[]): ExplainDocument {
  if (feed.length === 0) return document;
  const names = new Set(feed.filter(({ state }) => state !== 'skipped').map(({ gate }) => gate));
  const gates = [
    ...feed.filter(({ state }) => state !== 'skipped'),
    ...document.gates.filter(({ gate }) => !names.has(gate)),
  ];
  const failed = feed.find(({ state }) => state === 'failed');
  const isMissing = document.code === 'explain.not_sent' || document.code === 'explain.unknown_product';
  return { ...document, gates, ...(isMissing && failed?.code && { code: failed.code }) };
}
