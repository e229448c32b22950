import { type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DiffInput } from '../../catalog/delta/diff-options.ts';
import { fileInput, type NamedInput } from '../../catalog/input.ts';
import type { OpenInputOptions } from '../../catalog/opening/open.ts';
import type { CommandContext } from '../context.ts';
import { usageError } from '../usage-error.ts';

/** Input that an operand of a diff names: stdin for `-`. */
export function toDiffInput({ cwd, io }: CommandContext, operand: string): DiffInput {
  return operand === '-'
    ? { stream: io.stdin.stream, name: 'stdin' }
    : { path: path.resolve(cwd, operand), name: operand };
}

/** @throws BrctlError `usage.conflict` when more than one operand is stdin */
export function refuseStdinTwice(operands: readonly string[]): void {
  if (operands.filter((operand) => operand === '-').length < 2) return;
  const hint = 'only one operand can be -; name files for the others';
  throw usageError('usage.conflict', 'stdin can be read only once', hint);
}

/**
 * Sees to it that what a command writes does not take the place of what it reads, however the two are spelled.
 * @param output the operand of `--output`
 * @param what the output, as messages call it
 * @throws BrctlError `usage.conflict`
 */
export function refuseOverwriting(
  cwd: string,
  inputs: readonly string[],
  output: string | undefined,
  what: string,
): void {
  if (output === undefined || output === '-') return;
  const statFile = (name: string) => findStatus(path.resolve(cwd, name));
  const target = statFile(output);
  const isSame = (name: string) => {
    const file = name === '-' ? undefined : statFile(name);
    return file?.isFile() && file.ino === target?.ino && file.dev === target.dev;
  };
  const input = inputs.find(isSame);
  if (input === undefined) return;
  const message = `${what} would overwrite ${input}, one of its inputs`;
  throw usageError('usage.conflict', message, 'name another file with -o');
}

/** Why something cannot be looked at is told when it is opened. */
function findStatus(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

/** The file that an operand names, or stdin for `-`; opening it throws what `openInput` does. */
export function toInput(
  { cwd, io, signal }: CommandContext,
  operand: string,
  options: OpenInputOptions = {},
): NamedInput {
  // To ask for stdin opens it.
  if (operand === '-') return fileInput(operand, { stdin: io.stdin.stream, signal, ...options });
  return fileInput(path.resolve(cwd, operand), { signal, ...options }, operand);
}

/** Maximum size of a file that people write by hand. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

export async function readAllText(context: CommandContext, operand: string): Promise<string> {
  const input = toInput(context, operand, { maxInflatedBytes: MAX_TEXT_BYTES });
  return (await buffer(await input.open())).toString('utf8');
}
