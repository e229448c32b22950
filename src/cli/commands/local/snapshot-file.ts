import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createAtomicFile } from '../../../base/files/atomic-file.ts';
import { downloadLocal, uploadLocal } from '../../../client/api/local-download.ts';
import type { CommandContext } from '../../context.ts';

const pathOf = (name: string) => `snapshots/${encodeURIComponent(name)}/archive`;

export async function exportSnapshot(
  context: CommandContext,
  origin: string,
  name: string,
  target: string,
): Promise<void> {
  const bytes = await downloadLocal(origin, pathOf(name), `snapshot ${name}`, context.signal);
  // Whose products these are is nobody else's business.
  const file = await createAtomicFile(resolve(context.cwd, target), 0o600);
  try {
    await context.output.progress(`writing ${target}`, async (report) => {
      let done = 0;
      for await (const chunk of bytes) {
        await file.write(chunk);
        done += chunk.length;
        report({ done, unit: 'bytes' });
      }
    });
    await file.commit();
  } finally {
    await file.abort();
  }
}

export async function importSnapshot(
  context: CommandContext,
  origin: string,
  name: string,
  source: string,
): Promise<void> {
  const file = resolve(context.cwd, source);
  const { size } = await stat(file);
  await context.output.progress(`reading ${source}`, () =>
    uploadLocal(origin, pathOf(name), `snapshot ${name}`, context.signal, {
      type: 'application/gzip',
      size,
      body: createReadStream(file),
    }),
  );
}
