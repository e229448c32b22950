import { resolve } from 'node:path';
import { downloadLocal } from '../../client/local-download.ts';
import { createAtomicFile } from '../../files/atomic-file.ts';
import type { CommandContext } from '../context.ts';
import { type BundleHead, printBundle } from '../output/local-bundle.ts';
import { withLocalService } from './local-service.ts';

/** The options of `brctl local bundle`. */
export interface BundleFlags {
  output: string;
  at?: string;
}

/** Writes an incident bundle of the running service. */
export async function runBundle(context: CommandContext, { output, at }: BundleFlags): Promise<number> {
  return await withLocalService(context, async ({ origin, catalog }) => {
    const query = at === undefined ? '' : `?${new URLSearchParams({ catalog: catalog(), at })}`;
    const subject = at === undefined ? 'the incident' : `the incident as of ${at}`;
    const { headers, bytes } = await downloadLocal(origin, `bundle${query}`, subject, context.signal);
    const head = JSON.parse(String(headers['x-brctl-incident'])) as BundleHead;
    // Whose answers these are is nobody else's business.
    const file = await createAtomicFile(resolve(context.cwd, output), 0o600);
    let size = 0;
    try {
      await context.output.progress(`writing ${output}`, async (report) => {
        for await (const chunk of bytes) {
          await file.write(chunk);
          size += chunk.length;
          report({ done: size, unit: 'bytes' });
        }
      });
      await file.commit();
    } finally {
      await file.abort();
    }
    await printBundle(context.output, output, size, head);
    return 0;
  });
}
