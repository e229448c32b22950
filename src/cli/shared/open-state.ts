import type { Config } from '../config/config.ts';
import { STATE_ON_SFTP } from '../config/settings.ts';
import type { CommandContext } from '../context.ts';
import { locateStateFolder, openFolderState, type StateBackend, type StateScope } from './state-backend.ts';

export async function withState<T>(
  context: CommandContext,
  config: Config,
  of: StateScope,
  work: (place: StateBackend) => Promise<T>,
): Promise<T> {
  if (config.get('state') === STATE_ON_SFTP) {
    const { withSftpState } = await import('./sftp-state.ts');
    return await withSftpState(context, of, work);
  }
  return await work(openFolderState(context, locateStateFolder(context, config), of));
}

export async function withCatalogState<T>(
  context: CommandContext,
  work: (place: StateBackend, of: StateScope) => Promise<T>,
): Promise<T> {
  const config = await context.config();
  const of = { environment: config.environment, catalog: config.require('catalog') };
  return await withState(context, config, of, (place) => work(place, of));
}
