import path from 'node:path';
import { EarlyComparison } from '../../../client/delivery/kept/early-comparison.ts';
import { catalogFolder } from '../../../client/state/catalog-folder.ts';
import { readAppliedBase, snapshotIndexFile } from '../../../client/state/snapshot.ts';
import type { Config } from '../../config/config.ts';
import { STATE_ON_SFTP } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import type { PushFlags } from '../../shared/push-setup.ts';
import { stateFolder } from '../../shared/state-backend.ts';

/**
 * Begins to compare a catalog with the one that was pushed last, on its own thread, before the rest of a push is even
 * loaded. Undefined where that is of no use, or cannot be: the push itself then says what is wrong.
 */
export async function startEarlyComparison(
  context: CommandContext,
  source: string | undefined,
  { plan, from, base, inputFormat }: PushFlags,
): Promise<EarlyComparison | undefined> {
  const isAsItLies = source !== undefined && source !== '-' && inputFormat === 'operations';
  if (!isAsItLies || plan !== undefined || from !== undefined || base !== undefined) return undefined;
  const ahead = await EarlyComparison.start(path.resolve(context.cwd, source)).catch(() => undefined);
  try {
    if (ahead !== undefined) await begin(ahead, context, await context.config());
    return ahead;
  } catch {
    await ahead?.close();
    return undefined;
  }
}

/** The lock is not held yet: whether it is still the last catalog shows when the comparison asks for it by its name. */
async function begin(ahead: EarlyComparison, context: CommandContext, config: Config): Promise<void> {
  const catalog = config.get('catalog');
  if (catalog === undefined || config.get('state') === STATE_ON_SFTP) return;
  const folder = catalogFolder(stateFolder(context, config), config.environment, catalog);
  const snapshot = await readAppliedBase(folder);
  if (snapshot !== undefined) ahead.begin(folder.file(snapshot.file), snapshotIndexFile(folder, snapshot));
}
