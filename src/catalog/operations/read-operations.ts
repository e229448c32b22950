import { BrctlError, inFile, type Problem } from '../../errors.ts';
import { isBlank } from '../../json/ascii.ts';
import { Tape } from '../../json/tape.ts';
import type { Operation } from '../../protocol/operation.ts';
import { withMoreProblems } from '../../wording/amounts.ts';
import { DEFAULT_MAX_PROBLEMS, Findings } from '../findings/findings.ts';
import { InputSplitter } from '../splitting/splitter.ts';
import { scanOperation, toOperation } from './operation-line.ts';

export interface ReadOperationsOptions {
  /** Name of the input, for problems. */
  file?: string;
  /** Reading stops when this many errors were found. */
  maxProblems?: number;
  onWarning?: (warning: Problem) => void;
}

/** An input that cannot be used, with everything that was found in it up to the limit. */
export function unusableInput(findings: Findings, file?: string): BrctlError {
  const errors = findings.kept.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const message = withMoreProblems(first?.message ?? 'the input cannot be used', findings.errors);
  return new BrctlError(message, {
    kind: 'input',
    code: first?.code ?? 'input.invalid',
    ...(first?.line === undefined ? {} : { line: first.line }),
    ...(first?.column === undefined ? {} : { column: first.column }),
    ...(first?.product === undefined ? {} : { product: first.product }),
    ...(first?.pointer === undefined ? {} : { pointer: first.pointer }),
    ...(file === undefined ? {} : { file }),
    why: 'anything malformed makes the whole input invalid; none of it is used',
    ...(first?.hint === undefined ? {} : { hint: first.hint }),
    problems: errors,
  });
}

/** Turns texts into operations that wait to be taken. */
class OperationCollector {
  readonly findings: Findings;
  #operations: Operation[] = [];
  readonly #tape = new Tape();

  constructor(options: ReadOperationsOptions) {
    this.findings = new Findings(options.maxProblems, options.file);
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    if (column === 1 && isBlank(bytes, start, end)) return;
    const source = { bytes, start, end, line, column };
    const parsed = scanOperation(this.#tape, source, this.findings);
    if (parsed === undefined || this.findings.errors > 0) return;
    this.#operations.push(toOperation(this.#tape, parsed, line));
  }

  problem(code: string, message: string, line: number, column?: number): void {
    this.findings.beginLine(line, column);
    this.findings.error(code, message);
  }

  take(): Operation[] {
    const taken = this.#operations;
    this.#operations = [];
    return taken;
  }
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
  const { file, maxProblems = DEFAULT_MAX_PROBLEMS } = options;
  const collector = new OperationCollector(options);
  const splitter = new InputSplitter(collector);
  for await (const chunk of chunks) {
    pushInto(splitter, chunk, file);
    yield* collector.take();
    if (collector.findings.errors >= maxProblems) break;
  }
  if (collector.findings.errors < maxProblems) splitter.end();
  yield* collector.take();
  reportWarnings(collector.findings, options);
  if (collector.findings.errors > 0) throw unusableInput(collector.findings, file);
}

/** @throws BrctlError of a line without end */
function pushInto(splitter: InputSplitter, chunk: Uint8Array, file: string | undefined): void {
  try {
    splitter.push(chunk);
  } catch (thrown) {
    throw inFile(thrown, file);
  }
}

function reportWarnings(findings: Findings, { onWarning }: ReadOperationsOptions): void {
  if (onWarning === undefined) return;
  for (const problem of findings.kept) if (problem.severity === 'warning') onWarning(problem);
}
