import { addFileToError, BrctlError, type Problem } from '../../base/errors.ts';
import { Tape } from '../../base/json/tape.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Operation } from '../../protocol/operation.ts';
import { DEFAULT_MAX_PROBLEMS, Findings } from '../findings/findings.ts';
import { summarizeProblems } from '../findings/json-hint.ts';
import { InputSplitter } from '../splitting/splitter.ts';
import { createOperationHandler, toOperation } from './operation-line.ts';

export interface ReadOperationsOptions {
  /** Name of the input, for problems. */
  file?: string;
  /** Reading stops when this many errors were found. */
  maxProblems?: number;
  onWarning?: (warning: Problem) => void;
}

/** An input that cannot be used, with everything that was found in it up to the limit. */
export function unusableInputError(findings: Findings, file?: string): BrctlError {
  const errors = findings.kept.filter(({ severity }) => severity === 'error');
  const { code = 'input.invalid', line, column, product, pointer } = errors[0] ?? {};
  const { message, hint, problems } = summarizeProblems(errors, findings.errors);
  return new BrctlError(message, {
    kind: 'input',
    code,
    ...omitUndefined({ line, column, product, pointer, file }),
    why: 'anything malformed makes the whole input invalid; none of it is used',
    ...omitUndefined({ hint }),
    problems,
  });
}

/**
 * Reads the operations of a delta, or of a catalog written as whole-record adds, as the bytes stream in: JSON Lines
 * (blank lines are skipped) or one JSON Patch array (doc: public-facts B3).
 *
 * Nothing is known to be usable until the generator has ended: it throws a BrctlError of kind `input` with the
 * first problems when anything is malformed (spec: Errors). After the first problem no more operations are given.
 */
export async function* readOperations(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadOperationsOptions = {},
): AsyncGenerator<Operation> {
  const { file, maxProblems = DEFAULT_MAX_PROBLEMS, onWarning } = options;
  const findings = new Findings(maxProblems, file);
  const tape = new Tape();
  let read: Operation[] = [];
  const handler = createOperationHandler(tape, findings, (operation, { line }) => {
    if (findings.errors === 0) read.push(toOperation(tape, operation, line));
  });
  const splitter = new InputSplitter(handler);
  for await (const chunk of chunks) {
    pushInto(splitter, chunk, file);
    yield* read;
    read = [];
    if (findings.errors >= maxProblems) break;
  }
  if (findings.errors < maxProblems) splitter.end();
  yield* read;
  for (const problem of findings.kept) if (problem.severity === 'warning') onWarning?.(problem);
  if (findings.errors > 0) throw unusableInputError(findings, file);
}

/** @throws BrctlError of a line without end */
function pushInto(splitter: InputSplitter, chunk: Uint8Array, file: string | undefined): void {
  try {
    splitter.push(chunk);
  } catch (thrown) {
    throw addFileToError(thrown, file);
  }
}
