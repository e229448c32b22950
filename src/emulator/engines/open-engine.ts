import type { SearchEngine } from '../../engine/engine.ts';
import type { EngineChoice } from '../emulator-options.ts';
import { type EngineOptions, openEmbedded } from './open-embedded.ts';

/** Opens the engine that searches an environment: here, and nowhere else, it is known which one that is. */
export async function openEngine(
  choice: EngineChoice,
  environment: string,
  options: EngineOptions,
): Promise<SearchEngine> {
  if (choice.kind === 'embedded') return openEmbedded(options);
  const { folder, durable, log } = options;
  const { openOpenSearch } = await import('./open-opensearch.ts');
  const { engineOwner } = await import('./engine-owner.ts');
  return openOpenSearch({
    cluster: choice.cluster,
    environment,
    owner: await engineOwner(folder),
    keepsIndexes: durable,
    warn: (message, fields) => log.warn(message, fields),
  });
}
