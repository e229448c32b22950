import { resolve } from 'node:path';
import { counted, formatBytes, formatCount } from '../../amounts.ts';
import { downloadLocal } from '../../client/local-download.ts';
import { createAtomicFile } from '../../files/atomic-file.ts';
import type { CommandContext } from '../context.ts';
import { withLocalService } from './local-service.ts';

/** The options of `brctl local bundle`. */
export interface BundleFlags {
  output: string;
  at?: string;
}

/** What the service tells of a bundle beside it. */
interface BundleHead {
  starts_at: string;
  catalogs: number;
  requests: number;
  left_out: { earlier: number; sftp: number; faults: number; incomplete: number; keys: number };
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
    const document = { schema: 'brctl.local-bundle/1', file: output, size_bytes: size, ...head };
    await context.output.result(document, () => bundleText(output, size, head));
    return 0;
  });
}

const REASONS: Readonly<Record<keyof BundleHead['left_out'], string>> = {
  earlier: 'before it begins',
  sftp: 'over SFTP',
  faults: 'answered by a fault rule',
  incomplete: 'whose body was not kept whole',
  keys: 'with a key where none belongs',
};

function bundleText(
  file: string,
  size: number,
  { starts_at, catalogs, requests, left_out }: BundleHead,
): string {
  const left = (Object.keys(REASONS) as (keyof typeof REASONS)[])
    .filter((reason) => left_out[reason] > 0)
    .map((reason) => `${formatCount(left_out[reason])} ${REASONS[reason]}`);
  const lines = [
    `wrote ${file}, ${formatBytes(size)}: ${counted(catalogs, 'catalog')} at ${starts_at}, ${counted(requests, 'call')} since`,
    ...(left.length > 0 ? [`left out: ${left.join(', ')}`] : []),
    `replay it: brctl serve --replay ${file}, then brctl local replay`,
  ];
  return `${lines.join('\n')}\n`;
}
