import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomically } from '../../base/files/atomic-file.ts';
import { locateDistFile } from '../../base/files/built-file.ts';
import {
  OpenSearchEngine,
  type OpenSearchEngineOptions,
} from '../../engine/opensearch/host/opensearch-engine.ts';

export function openOpenSearch(options: Omit<OpenSearchEngineOptions, 'indexScript'>): OpenSearchEngine {
  return new OpenSearchEngine({ ...options, indexScript: locateDistFile('opensearch-index.worker.js') });
}

const FILE = 'engine-owner';

/** The name under which a data folder has indexes in a cluster: a process that takes the folder over has it, too. */
export async function readEngineOwner(folder: string): Promise<string> {
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
