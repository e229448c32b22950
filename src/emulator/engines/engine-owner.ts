import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomically } from '../../files/atomic-file.ts';

const FILE = 'engine-owner';

/**
 * The name under which a data folder has indexes in a cluster, made when first asked for: whoever takes the folder over
 * has it, too.
 */
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
