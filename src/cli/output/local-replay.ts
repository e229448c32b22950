import { counted } from '../../wording/amounts.ts';
import { shortened } from '../../wording/shortened.ts';
import type { Difference } from '../local/compare-calls.ts';
import { type JsonValue, toJson } from './json.ts';
import type { Output, ResultDocument } from './output.ts';
import { printable } from './printable.ts';

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
