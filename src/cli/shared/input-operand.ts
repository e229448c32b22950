import path from 'node:path';
import { fileInput, type NamedInput } from '../../catalog/input.ts';
import type { OpenInputOptions } from '../../catalog/opening/open.ts';
import type { CommandContext } from '../context.ts';

/** The file that an operand names, or stdin for `-`; opening it throws what `openInput` does. */
export function inputOf(
  { cwd, io, signal }: CommandContext,
  operand: string,
  options: OpenInputOptions = {},
): NamedInput {
  // To ask for stdin opens it.
  if (operand === '-') return fileInput(operand, { stdin: io.stdin.stream, signal, ...options });
  return fileInput(path.resolve(cwd, operand), { signal, ...options }, operand);
}

/** What people write by hand is small; what is larger is something else. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** The whole text of what somebody wrote: a file of queries, of fault rules. */
export async function readAllText(context: CommandContext, operand: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  const input = inputOf(context, operand, { maxInflatedBytes: MAX_TEXT_BYTES });
  for await (const chunk of await input.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
