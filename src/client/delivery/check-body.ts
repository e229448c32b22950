import { isBlank } from '../../base/json/ascii.ts';
import { Tape } from '../../base/json/tape.ts';
import { Findings } from '../../catalog/findings/findings.ts';
import { FirstLineById } from '../../catalog/ids/id-lines.ts';
import { RecordKernel } from '../../catalog/kernel/record-kernel.ts';
import { openInput } from '../../catalog/opening/open.ts';
import { createOperationHandler, scanOperation } from '../../catalog/operations/operation-line.ts';
import { unusableInputError } from '../../catalog/operations/read-operations.ts';
import { checkParsedOperation, reportMissingTarget } from '../../catalog/rules/check-operation.ts';
import { InputSplitter } from '../../catalog/splitting/splitter.ts';
import type { TextHandler } from '../../catalog/splitting/text-handler.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { FeedProfiler } from '../profile/feed-profiler.ts';
import type { BodyFile } from './body-file.ts';

export interface CheckOptions {
  mode: 'delta' | 'full';
  maxProblems: number;
  maxInflatedBytes: number;
  signal?: AbortSignal;
  tallyOneIn?: number;
}

/** Checks operations as the service will. Throws `input` errors with the first problems and their places. */
export async function checkBody(file: BodyFile, options: CheckOptions) {
  const watch = options.tallyOneIn === undefined ? undefined : new FeedProfiler(options.tallyOneIn);
  const checker = new OperationChecker(options, file.name, watch);
  const uncompressedBytes = await readAll(file, options, checker, checker.findings);
  if (checker.hasParts && options.mode === 'full') await refuseMissingTargets(file, options);
  return {
    operations: checker.operations,
    uncompressedBytes,
    family: checker.family ?? 'products',
    warnings: checker.findings.warnings,
    problems: checker.findings.kept,
    ...(watch && { tally: watch.end().tally }),
  };
}

/** Reads a body as far as it takes to know what is wrong with it; gives its bytes. */
async function readAll(
  { path, name }: BodyFile,
  options: CheckOptions,
  handler: TextHandler,
  findings: Findings,
): Promise<number> {
  const splitter = new InputSplitter(handler);
  let bytes = 0;
  for await (const chunk of await openInput(path, options)) {
    options.signal?.throwIfAborted();
    bytes += chunk.length;
    splitter.push(chunk);
    if (findings.errors >= options.maxProblems) break;
  }
  if (findings.errors === 0) splitter.end();
  if (findings.errors > 0) throw unusableInputError(findings, name);
  return bytes;
}

/**
 * Reads a full load that changes parts of records, as few do, once more: each record must have been added before.
 * @throws BrctlError `operation.missing_target`, with the first places
 */
async function refuseMissingTargets(file: BodyFile, options: CheckOptions): Promise<void> {
  const findings = new Findings(options.maxProblems, file.name);
  const records = new FirstLineById();
  const handler = createOperationHandler(
    new Tape(),
    findings,
    ({ target: { family, id, component } }, { line }) => {
      if (component === 'record') records.add(family, id, line);
      else if (!records.has(family, id)) reportMissingTarget(findings);
    },
  );
  await readAll(file, options, handler, findings);
}

/**
 * Checks as the service will: strict JSON, known op, real path, sound values, one family, and no `remove` in a full
 * load (doc: public-facts B5, "PUT rules").
 */
class OperationChecker implements TextHandler {
  operations = 0;
  family: RecordFamily | undefined;
  hasParts = false;
  readonly findings: Findings;
  readonly #tape = new Tape();
  readonly #mode: 'delta' | 'full';
  /** Recognizes products and attributes without fault; every other line is checked in full. */
  readonly #kernel = RecordKernel.load();

  readonly #watch: FeedProfiler | undefined;

  /** @param name of the input, for messages; @param watch gets each line, too */
  constructor({ mode, maxProblems }: CheckOptions, name: string, watch?: FeedProfiler) {
    this.#mode = mode;
    this.findings = new Findings(maxProblems, name);
    this.#watch = watch;
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    this.#watch?.line(
      Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      start,
      end,
    );
    if (column === 1 && isBlank(bytes, start, end)) return;
    if (this.#acceptsFast(bytes, start, end)) return;
    const operation = scanOperation(this.#tape, { bytes, start, end, line, column }, this.findings);
    if (operation === undefined) return;
    this.operations++;
    this.family ??= operation.target.family;
    if (operation.target.component !== 'record') this.hasParts = true;
    // One request goes to one path, which is of one family (doc: public-facts B1).
    if (operation.target.family !== this.family)
      this.findings.error('operation.mixed_families', 'products and items cannot be sent in one request');
    checkParsedOperation(this.#tape, operation, this.#mode, this.findings);
  }

  #acceptsFast(bytes: Uint8Array, start: number, end: number): boolean {
    const kernel = this.#kernel;
    if (kernel === undefined || this.family === 'items') return false;
    const isProduct = kernel.accepts(bytes, start, end);
    if (!isProduct && !(kernel.isAttribute && this.#mode === 'delta')) return false;
    this.operations++;
    this.family = 'products';
    if (!isProduct) this.hasParts = true;
    return true;
  }

  problem(code: string, message: string, line: number, column?: number): void {
    this.findings.beginLine(line, column);
    this.findings.error(code, message);
  }
}
