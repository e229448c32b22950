import { findBase, usableSnapshot } from '../../delivery/push/find-base.ts';
import { BrctlError } from '../../errors.ts';
import { catalogTarget } from '../catalog-area.ts';
import type { CommandContext } from '../context.ts';
import { addressOf } from '../push/push-setup.ts';
import { withState } from '../state/open-state.ts';

/**
 * Runs `work` with the catalog that is live in the chosen environment: the one that is kept of the last push.
 *
 * @throws BrctlError `rehearse.no_base` where none is known; `config.missing`
 */
export async function withLiveCatalog<T>(
  context: CommandContext,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const config = await context.config();
  const { environment } = config;
  const { baseUrl, accountId, catalog } = catalogTarget(config);
  return await withState(context, config, { environment, catalog }, async (place) => {
    const options = { accountId, catalogUrl: addressOf(baseUrl, config.get('apiKey')) };
    const knowing = {
      options,
      folder: await place.look(),
      note: (text: string) => context.output.note(text),
    };
    const base = await findBase(knowing, await usableSnapshot(knowing));
    if (base === undefined) throw nothingLive(context, environment, catalog);
    return await work(base.path);
  });
}

function nothingLive({ commandLineWith }: CommandContext, environment: string, catalog: string): BrctlError {
  return new BrctlError('there is nothing to compare with', {
    kind: 'input',
    code: 'rehearse.no_base',
    why: `no catalog is known to be applied to ${catalog} in ${environment} yet`,
    hint: `name what the service holds: ${commandLineWith('--base', 'live.jsonl')}`,
  });
}
