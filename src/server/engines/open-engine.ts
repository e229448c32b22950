import path from 'node:path';
import { BrctlError } from '../../base/errors.ts';
import { locateDistFile } from '../../base/files/built-file.ts';
import { completeEngine } from '../../engine/complete-engine.ts';
import { EmbeddedEngine } from '../../engine/embedded/host/embedded-engine.ts';
import type { SearchEngine } from '../../engine/engine.ts';
import { type EngineSharing, isShared } from '../../engine/sharing.ts';
import type { EngineChoice } from '../emulator-options.ts';
import type { Log } from '../service/control/log.ts';
import type { AnsweringContext } from '../service/search/search-service.ts';

/** Opens the engine that searches an environment: here, and nowhere else, it is known which one that is. */
export async function openEngine(
  choice: EngineChoice,
  environment: string,
  options: EngineOptions,
): Promise<SearchEngine> {
  if (choice.kind === 'embedded') return completeEngine(openEmbedded(options));
  const { folder, durable, log } = options;
  const { readEngineOwner, openOpenSearch } = await import('./open-opensearch.ts');
  const engine = openOpenSearch({
    cluster: choice.cluster,
    scope: environment,
    owner: await readEngineOwner(folder),
    keepsIndexes: durable,
    warn: (message, fields) => log.warn(message, fields),
  });
  return completeEngine(engine);
}

/** How an engine's processes hear of each other. @throws BrctlError `usage` for an engine that has only one */
export function getSharing(engine: SearchEngine): EngineSharing {
  if (isShared(engine)) return engine.sharing;
  throw new BrctlError(`the engine ${engine.engine} answers in one process only`, {
    kind: 'usage',
    code: 'serve.engine_not_shared',
    why: 'the roles ingest and search divide the work of several',
    hint: 'give --engine opensearch --engine-url <url>, or leave out --role',
  });
}

export interface EngineOptions {
  folder: string;
  durable: boolean;
  answering: AnsweringContext;
  log: Log;
  /** Search threads at most (2). */
  threads?: number;
}

export function openEmbedded({ folder, durable, answering, log, threads = 2 }: EngineOptions): SearchEngine {
  return new EmbeddedEngine({
    folder: path.join(folder, 'index'),
    durable,
    search: { script: locateDistFile('embedded-search.worker.js'), calls: answering, threads },
    indexScript: locateDistFile('embedded-index.worker.js'),
    warn: (message, fields) => log.warn(message, fields),
  });
}
