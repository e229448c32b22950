import { CARRIAGE_RETURN } from '../json/ascii.ts';
import { Tape } from '../json/tape.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { RecordFamily } from '../protocol/paths.ts';
import { isBlank } from './blank.ts';
import { checkParsedOperation, type LoadMode } from './check-operation.ts';
import { DuplicateIds } from './duplicate-ids.ts';
import { warnOfDuplicateKeys } from './duplicate-keys.ts';
import { Findings } from './findings.ts';
import { scanOperation } from './operation-line.ts';
import type { ParsedOperation } from './parse-operation.ts';
import type { TextHandler } from './text-handler.ts';

export interface InputCheckerOptions {
  /** Name of the input, for findings. */
  file: string;
  /** What the input is; `auto` (default) takes one that only adds whole records for a catalog. */
  mode?: LoadMode | 'auto';
  /** Findings of each severity to keep. */
  maxProblems: number;
}

/** Checks an input text by text and counts what it holds. */
export class InputChecker implements TextHandler {
  operations = 0;
  /** Adds of whole records. */
  records = 0;
  family: RecordFamily | undefined;
  /** Line of the first operation past the limit of a delta job. */
  lineOverLimit: number | undefined;
  readonly findings: Findings;
  readonly duplicates: DuplicateIds;
  readonly #tape = new Tape();
  readonly #mode: LoadMode | 'auto';
  readonly #saidOnce = new Set<string>();

  constructor({ file, mode = 'auto', maxProblems }: InputCheckerOptions) {
    this.#mode = mode;
    this.findings = new Findings(maxProblems, file);
    this.duplicates = new DuplicateIds(maxProblems);
  }

  /** Only whole records are added: a catalog, unless the caller says otherwise. */
  get isCatalog(): boolean {
    return this.#mode === 'full' || (this.#mode === 'auto' && this.records === this.operations);
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    if (column === 1 && isBlank(bytes, start, end)) {
      this.#warnOnce('line.blank', 'the line is blank', line);
      return;
    }
    if (bytes[end - 1] === CARRIAGE_RETURN) this.#warnOnce('line.crlf', 'lines end with CR LF', line);
    const parsed = scanOperation(this.#tape, { bytes, start, end, line, column }, this.findings);
    if (parsed === undefined) return;
    if (end - start > LIMITS.jsonPatchBytes) this.#warnOfSize(end - start);
    this.#checkOrder(parsed, line);
    checkParsedOperation(this.#tape, parsed, this.#mode === 'full' ? 'full' : 'delta', this.findings);
    warnOfDuplicateKeys(this.#tape, this.findings);
  }

  problem(code: string, message: string, line: number, column?: number): void {
    this.findings.beginLine(line, column);
    this.findings.error(code, message);
  }

  /** What depends on the operations before this one. */
  #checkOrder({ op, target }: ParsedOperation, line: number): void {
    const { family, id, component } = target;
    this.operations++;
    if (this.operations === LIMITS.operationsPerJob + 1) this.lineOverLimit = line;
    this.family ??= family;
    if (family !== this.family) {
      this.findings.error('operation.mixed_families', 'products and items cannot be sent in one request');
    }
    if (op === 'add' && component === 'record') {
      this.records++;
      if (this.#mode !== 'delta') this.duplicates.add(family, id, line);
    } else if (this.#mode === 'full' && !this.duplicates.has(family, id)) {
      const message = 'a full load starts from nothing, and this record was not added before';
      this.findings.error('operation.missing_target', message, { pointer: '/path' });
    }
  }

  #warnOfSize(bytes: number): void {
    const size = bytes.toLocaleString('en-US');
    this.findings.warning('operation.large', `${size} bytes: too large to be sent as JSON Patch`);
  }

  #warnOnce(code: string, message: string, line: number): void {
    if (this.#saidOnce.has(code)) return;
    this.#saidOnce.add(code);
    this.findings.beginLine(line);
    this.findings.warning(code, `${message} (said once)`);
  }
}
