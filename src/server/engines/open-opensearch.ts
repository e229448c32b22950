import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomically } from '../../base/files/atomic-file.ts';
import { distFile } from '../../base/files/built-file.ts';
import type { ClusterOptions } from '../../engine/engine.ts';
import { OpenSearchEngine } from '../../engine/opensearch/host/opensearch-engine.ts';

export interface OpenSearchOptions {
  cluster: ClusterOptions;
  environment: string;
  keepsIndexes: boolean;
  owner: string;
  warn(message: string, fields: Record<string, unknown>): void;
}

export function openOpenSearch({
  cluster,
  environment,
  owner,
  keepsIndexes,
  warn,
}: OpenSearchOptions): OpenSearchEngine {
  const indexScript = distFile('opensearch-index.worker.js');
  return new OpenSearchEngine({ cluster, scope: environment, owner, keepsIndexes, indexScript, warn });
}

const FILE = 'engine-owner';

/** The name under which a data folder has indexes in a cluster: a process that takes the folder over has it, too. */
export async function engineOwner(folder: string): Promise<string> {
  const file = path.join(folder, FILE);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const owner = randomUUID();
  await writeFileAtomically(file, `${owner}\n`, 0o600);
  return owner;
}
