import { Findings } from '../catalog/findings/findings.ts';
import { IdLines } from '../catalog/ids/id-lines.ts';
import { openInput } from '../catalog/opening/open.ts';
import { scanOperation } from '../catalog/operations/operation-line.ts';
import { unusableInput } from '../catalog/operations/read-operations.ts';
import { reportMissingTarget } from '../catalog/rules/check-operation.ts';
import { InputSplitter } from '../catalog/splitting/splitter.ts';
import type { TextHandler } from '../catalog/splitting/text-handler.ts';
import { isBlank } from '../json/ascii.ts';
import { Tape } from '../json/tape.ts';
import type { CheckOptions } from './body-check.ts';
import type { BodyFile } from './body-file.ts';

/** Knows the records that came before, and finds operations on parts of others. */
class OrderChecker implements TextHandler {
  readonly findings: Findings;
  readonly #records = new IdLines();
  readonly #tape = new Tape();

  constructor(name: string, maxProblems: number) {
    this.findings = new Findings(maxProblems, name);
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    if (column === 1 && isBlank(bytes, start, end)) return;
    const operation = scanOperation(this.#tape, { bytes, start, end, line, column }, this.findings);
    if (operation === undefined) return;
    const { family, id, component } = operation.target;
    if (component === 'record') this.#records.add(family, id, line);
    else if (!this.#records.has(family, id)) reportMissingTarget(this.findings);
  }

  problem(code: string, message: string, line: number, column?: number): void {
    this.findings.beginLine(line, column);
    this.findings.error(code, message);
  }
}

/**
 * Reads a full load that changes parts of records once more, in order: each part must be of a record that the load has
 * added before. Full loads hold whole records as a rule, so this is seldom needed.
 *
 * @throws BrctlError `operation.missing_target`, with the first places
 */
export async function refuseMissingTargets(file: BodyFile, options: CheckOptions): Promise<void> {
  const checker = new OrderChecker(file.name, options.maxProblems);
  const splitter = new InputSplitter(checker);
  for await (const chunk of await openInput(file.path, options)) {
    options.signal?.throwIfAborted();
    splitter.push(chunk);
    if (checker.findings.errors >= options.maxProblems) break;
  }
  if (checker.findings.errors === 0) splitter.end();
  if (checker.findings.errors > 0) throw unusableInput(checker.findings, file.name);
}
