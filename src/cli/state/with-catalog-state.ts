import type { CommandContext } from '../context.ts';
import { withState } from './open-state.ts';
import type { StateOf, StatePlace } from './state-place.ts';

/** Runs `work` with what is known of the configured catalog. */
export async function withCatalogState<T>(
  context: CommandContext,
  work: (place: StatePlace, of: StateOf) => Promise<T>,
): Promise<T> {
  const config = await context.config();
  const of = { environment: config.environment, catalog: config.require('catalog') };
  return await withState(context, config, of, (place) => work(place, of));
}
