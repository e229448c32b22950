import path from 'node:path';
import { EmbeddedEngine } from '../../engine/embedded/host/embedded-engine.ts';
import type { SearchEngine } from '../../engine/engine.ts';
import { builtFile } from '../../files/built-file.ts';
import type { Log } from '../service/control/log.ts';
import type { Answering } from '../service/search/search-calls.ts';

export interface EngineOptions {
  /** Folder of the environment. */
  folder: string;
  /** False for `--memory`: nothing is forced to disk. */
  durable: boolean;
  answering: Answering;
  log: Log;
  /** Search threads (1). */
  threads?: number;
}

/** The engine for one machine. */
export function openEmbedded({ folder, durable, answering, log, threads = 1 }: EngineOptions): SearchEngine {
  return new EmbeddedEngine({
    folder: path.join(folder, 'index'),
    durable,
    search: { script: builtFile('embedded-search.worker.js'), calls: answering, threads },
    indexScript: builtFile('embedded-index.worker.js'),
    warn: (message, fields) => log.warn(message, fields),
  });
}
