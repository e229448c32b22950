import { counted, formatBytes, formatCount } from '../../../base/wording/amounts.ts';
import { shortened } from '../../../base/wording/shortened.ts';
import type { Output, ResultDocument } from '../../output/output.ts';
import { type JsonValue, printable, toJson } from '../../output/printable.ts';
import type { Difference } from './compare-calls.ts';

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

/** A field that is not as it was recorded. */
export interface CallDifference extends Difference {
  /** The call, from 1. */
  call: number;
  method: string;
  url: string;
}

/** `brctl.local-replay/1`. */
export interface ReplayDocument {
  schema: 'brctl.local-replay/1';
  starts_at: string;
  made_by: string;
  calls: number;
  /** Calls whose answer was another one. */
  different: number;
  differences: CallDifference[];
}

/** Characters of a value that a line shows. */
const SHOWN_CHARACTERS = 120;

/** What was answered otherwise than it was recorded. */
export async function printReplay(output: Output, document: ReplayDocument): Promise<void> {
  await output.result(document as unknown as ResultDocument, () => replayText(document));
}

function replayText({ starts_at, calls, different, differences }: ReplayDocument): string {
  const same =
    different === 0 ? 'all answered as recorded' : `${counted(different, 'call')} answered otherwise`;
  const lines = [`${counted(calls, 'call')} since ${starts_at}: ${same}`];
  let last = 0;
  for (const { call, method, url, field, expected, actual } of differences) {
    if (call !== last) lines.push(printable(`call ${call}  ${method} ${shortened(url, SHOWN_CHARACTERS)}`));
    last = call;
    lines.push(printable(`  ${field}: expected ${valueText(expected)}, got ${valueText(actual)}`));
  }
  return `${lines.join('\n')}\n`;
}

function valueText(value: unknown): string {
  return shortened(toJson(value as JsonValue), SHOWN_CHARACTERS);
}
