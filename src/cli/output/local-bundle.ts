import { counted, formatBytes, formatCount } from '../../wording/amounts.ts';
import type { Output } from './output.ts';

/** What the service tells of a bundle beside it. */
export interface BundleHead {
  starts_at: string;
  catalogs: number;
  requests: number;
  left_out: { earlier: number; sftp: number; faults: number; incomplete: number; keys: number };
}

const REASONS: Readonly<Record<keyof BundleHead['left_out'], string>> = {
  earlier: 'before it begins',
  sftp: 'over SFTP',
  faults: 'answered by a fault rule',
  incomplete: 'whose body was not kept whole',
  keys: 'with a key where none belongs',
};

/** What is in a bundle that was written, and what is not. */
export async function printBundle(
  output: Output,
  file: string,
  size: number,
  head: BundleHead,
): Promise<void> {
  const document = { schema: 'brctl.local-bundle/1', file, size_bytes: size, ...head };
  await output.result(document, () => bundleText(file, size, head));
}

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
