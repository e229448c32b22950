import { isBlank } from '../catalog/blank.ts';
import { checkParsedOperation } from '../catalog/check-operation.ts';
import { Findings } from '../catalog/findings.ts';
import { scanOperation } from '../catalog/operation-line.ts';
import { unusableInput } from '../catalog/read-operations.ts';
import { InputSplitter } from '../catalog/splitter.ts';
import type { TextHandler } from '../catalog/text-handler.ts';
import { Tape } from '../json/tape.ts';
import type { RecordFamily } from '../protocol/paths.ts';

export interface CheckOptions {
  mode: 'delta' | 'full';
  /** Name of the input, for messages. */
  name: string;
  /** Problems to collect before giving up. */
  maxProblems: number;
  signal?: AbortSignal;
  /** Told how many bytes are checked. */
  onProgress?(bytes: number): void;
}

/** What a body of operations turned out to hold. */
export interface BodyFacts {
  operations: number;
  uncompressedBytes: number;
  family: RecordFamily;
}

/**
 * Checks every operation of a body as the service will: strict JSON, a known op, a path that addresses something,
 * one family in a body, and no `remove` in a full load (doc: public-facts B5, "PUT rules").
 *
 * @throws BrctlError of kind `input` with the first problems, their lines and columns
 */
export async function checkBody(
  chunks: AsyncIterable<Uint8Array>,
  options: CheckOptions,
): Promise<BodyFacts> {
  const checker = new OperationChecker(options);
  const splitter = new InputSplitter(checker);
  let uncompressedBytes = 0;
  for await (const chunk of chunks) {
    options.signal?.throwIfAborted();
    uncompressedBytes += chunk.length;
    splitter.push(chunk);
    options.onProgress?.(uncompressedBytes);
    if (checker.findings.errors >= options.maxProblems) break;
  }
  if (checker.findings.errors === 0) splitter.end();
  if (checker.findings.errors > 0) throw unusableInput(checker.findings, options.name);
  return { operations: checker.operations, uncompressedBytes, family: checker.family ?? 'products' };
}

class OperationChecker implements TextHandler {
  operations = 0;
  family: RecordFamily | undefined;
  readonly findings: Findings;
  readonly #tape = new Tape();
  readonly #mode: CheckOptions['mode'];

  constructor(options: CheckOptions) {
    this.findings = new Findings(options.maxProblems, options.name);
    this.#mode = options.mode;
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    if (column === 1 && isBlank(bytes, start, end)) return;
    const source = { bytes, start, end, line, column };
    const operation = scanOperation(this.#tape, source, this.findings);
    if (operation === undefined) return;
    this.operations++;
    this.#checkFamily(operation.target.family);
    checkParsedOperation(this.#tape, operation, this.#mode, this.findings);
  }

  #checkFamily(family: RecordFamily): void {
    this.family ??= family;
    if (family === this.family) return;
    this.findings.error('operation.mixed_families', 'products and items cannot be sent in one request');
  }

  problem(code: string, message: string, line: number): void {
    this.findings.beginLine(line);
    this.findings.error(code, message);
  }
}
