import { isBlank } from '../../base/json/ascii.ts';
import { Tape } from '../../base/json/tape.ts';
import { Findings } from '../../catalog/findings/findings.ts';
import { RecordKernel } from '../../catalog/kernel/record-kernel.ts';
import { scanOperation } from '../../catalog/operations/operation-line.ts';
import { checkParsedOperation } from '../../catalog/rules/check-operation.ts';
import type { TextHandler } from '../../catalog/splitting/text-handler.ts';
import type { RecordFamily } from '../../protocol/paths.ts';

/**
 * Checks as the service will: strict JSON, known op, real path, sound values, one family, and no `remove` in a full
 * load (doc: public-facts B5, "PUT rules").
 */
export class OperationChecker implements TextHandler {
  operations = 0;
  family: RecordFamily | undefined;
  hasParts = false;
  readonly findings: Findings;
  readonly #tape = new Tape();
  readonly #mode: 'delta' | 'full';
  /** Recognizes products and attributes without fault; every other line is checked in full. */
  readonly #kernel = RecordKernel.load();

  /** @param name of the input, for messages; @param maxProblems problems to keep */
  constructor(mode: 'delta' | 'full', name: string, maxProblems: number) {
    this.#mode = mode;
    this.findings = new Findings(maxProblems, name);
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    if (column === 1 && isBlank(bytes, start, end)) return;
    if (this.#acceptsFast(bytes, start, end)) return;
    const operation = scanOperation(this.#tape, { bytes, start, end, line, column }, this.findings);
    if (operation === undefined) return;
    this.operations++;
    this.family ??= operation.target.family;
    if (operation.target.component !== 'record') this.hasParts = true;
    if (operation.target.family !== this.family) reportMixedFamilies(this.findings);
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

/** One request goes to one path, which is of one family (doc: public-facts B1). */
function reportMixedFamilies(findings: Findings): void {
  findings.error('operation.mixed_families', 'products and items cannot be sent in one request');
}
