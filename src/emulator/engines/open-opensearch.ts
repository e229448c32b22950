import type { ClusterOptions } from '../../engine/engine.ts';
import { OpenSearchEngine } from '../../engine/opensearch/host/opensearch-engine.ts';
import { builtFile } from '../../files/built-file.ts';

export interface OpenSearchOptions {
  cluster: ClusterOptions;
  /** Name of the environment. */
  environment: string;
  /** False where everything is gone after the end, indexes too. */
  keepsIndexes: boolean;
  /** Of whoever writes indexes, kept with the records. */
  owner: string;
  warn(message: string, fields: Record<string, unknown>): void;
}

/** Opens the engine that searches with a cluster; nothing is asked of it before its start. */
export function openOpenSearch({
  cluster,
  environment,
  owner,
  keepsIndexes,
  warn,
}: OpenSearchOptions): OpenSearchEngine {
  const indexScript = builtFile('opensearch-index.worker.js');
  return new OpenSearchEngine({ cluster, scope: environment, owner, keepsIndexes, indexScript, warn });
}
