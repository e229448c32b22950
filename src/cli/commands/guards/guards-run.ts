import { judgeFeed } from '../../../client/profile/judge-feed.ts';
import { forgetProfiles, readProfiles } from '../../../client/state/feed-profiles.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { addressOf } from '../../shared/catalog-area.ts';
import { withCatalogState } from '../../shared/open-state.ts';
import { printForgotten, printGuards } from './guards-output.ts';

/** The options of `brctl guards forget`. */
export interface ForgetFlags {
  last?: number;
}

/** Shows what is usual, beside the feed that was accepted last. */
export async function runGuards(context: CommandContext): Promise<number> {
  return await withCatalogState(context, async (place, of) => {
    const { accepted, exception } = await readProfiles(
      await place.look(),
      feedTarget(await context.config()),
    );
    const last = exception ?? accepted.at(-1);
    const figures = judgeFeed(last, accepted);
    await printGuards(context.output, { ...of, accepted, exception, last, figures });
    return 0;
  });
}

/** Where the next feed would go; undefined where that is not configured. */
function feedTarget(config: Config) {
  const [accountId, catalogUrl] = [config.get('accountId'), config.get('catalogUrl')];
  if (accountId === undefined || catalogUrl === undefined) return undefined;
  return { accountId, catalogUrl: addressOf(catalogUrl.replace(/\/+$/, ''), config.get('apiKey')) };
}

/** Forgets all feeds, or the latest. */
export async function runGuardsForget(context: CommandContext, { last }: ForgetFlags): Promise<number> {
  return await withCatalogState(context, async (place, of) => {
    const { forgotten, left } = await place.withLock(async (folder) => ({
      forgotten: await forgetProfiles(folder, last),
      left: (await readProfiles(folder)).accepted.length,
    }));
    await printForgotten(context.output, { ...of, forgotten, left });
    return 0;
  });
}
