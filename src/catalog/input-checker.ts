import { CARRIAGE_RETURN, isBlank } from '../base/json/ascii.ts';
import { Tape } from '../base/json/tape.ts';
import { formatCount } from '../base/wording/amounts.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { RecordFamily } from '../protocol/paths.ts';
import { Findings } from './findings/findings.ts';
import { DuplicateIds } from './ids/duplicate-ids.ts';
import type { RecordKernel } from './kernel/record-kernel.ts';
import { scanOperation } from './operations/operation-line.ts';
import type { ParsedOperation, TextParser } from './operations/parse-operation.ts';
import { checkParsedOperation, type LoadMode, reportMissingTarget } from './rules/check-operation.ts';
import { warnOfDuplicateKeys } from './rules/duplicate-keys.ts';
import type { TextHandler } from './splitting/text-handler.ts';

/** An id longer than this is an error in any case; duplicates of it are not worth the memory to name them. */
const MAX_ID_CHARACTERS = 1000;

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
  /** Recognizes lines without faults; the result is the same without it, later. */
  readonly #kernel: RecordKernel | undefined;
  readonly #parse: TextParser;
  readonly #tape = new Tape();
  readonly #mode: LoadMode | 'auto';
  readonly #saidOnce = new Set<string>();

  /** @param maxProblems findings of each severity to keep */
  constructor(
    file: string,
    mode: LoadMode | 'auto',
    maxProblems: number,
    parse: TextParser,
    kernel: RecordKernel | undefined,
  ) {
    this.#parse = parse;
    this.#kernel = kernel;
    this.#mode = mode;
    this.findings = new Findings(maxProblems, file);
    this.duplicates = new DuplicateIds(maxProblems);
  }

  /** Only whole records are added: a catalog, unless the caller says otherwise. */
  get isCatalog(): boolean {
    return this.#mode === 'full' || (this.#mode === 'auto' && this.records === this.operations);
  }

  /** Errors so far, ids that come twice in what looks like a catalog among them. */
  get errors(): number {
    return this.findings.errors + (this.isCatalog ? this.duplicates.count : 0);
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    if (column === 1 && isBlank(bytes, start, end)) {
      this.#warnOnce('line.blank', 'the line is blank', line);
      return;
    }
    if (bytes[end - 1] === CARRIAGE_RETURN) this.#warnOfCrLf(bytes, start, end, line);
    if (this.#acceptsFast(bytes, start, end, line)) return;
    const source = { bytes, start, end, line, column };
    const parsed = scanOperation(this.#tape, source, this.findings, this.#parse);
    if (parsed === undefined) return;
    if (end - start > LIMITS.jsonPatchBytes) {
      const size = formatCount(end - start);
      this.findings.warning('operation.large', `${size} bytes: too large to be sent as JSON Patch`);
    }
    this.#checkOrder(parsed, line);
    checkParsedOperation(this.#tape, parsed, this.#mode === 'full' ? 'full' : 'delta', this.findings);
    warnOfDuplicateKeys(this.#tape, this.findings);
  }

  problem(code: string, message: string, line: number, column?: number): void {
    this.findings.beginLine(line, column);
    this.findings.error(code, message);
  }

  /** Takes the line by the kernel, where it can say all that the full check would. */
  #acceptsFast(bytes: Uint8Array, start: number, end: number, line: number): boolean {
    const kernel = this.#kernel;
    if (kernel === undefined || this.family === 'items') return false;
    if (!kernel.accepts(bytes, start, end)) return this.#acceptsAttribute(kernel, line);
    const { advisedMissing, numericStrings } = kernel;
    const hasWarnings = advisedMissing + numericStrings > 0;
    if (hasWarnings && !this.findings.hasEnoughWarnings) return false;
    if (this.#mode !== 'delta' && !this.duplicates.addNew(kernel.low, kernel.high, line)) return false;
    if (hasWarnings) {
      this.findings.countMore('warning', 'attribute.advised', advisedMissing);
      this.findings.countMore('warning', 'attribute.numeric_string', numericStrings);
    }
    this.family = 'products';
    this.records++;
    this.#countOperation(line);
    return true;
  }

  /** In a full load it depends on the operations before. */
  #acceptsAttribute(kernel: RecordKernel, line: number): boolean {
    if (!kernel.isAttribute || this.#mode === 'full') return false;
    this.family = 'products';
    this.#countOperation(line);
    return true;
  }

  #countOperation(line: number): void {
    this.operations++;
    if (this.operations === LIMITS.operationsPerJob + 1) this.lineOverLimit = line;
  }

  /** Checks that depend on earlier operations. */
  #checkOrder({ op, target }: ParsedOperation, line: number): void {
    const { family, id, component } = target;
    this.#countOperation(line);
    this.family ??= family;
    if (family !== this.family)
      this.findings.error('operation.mixed_families', 'products and items cannot be sent in one request');
    if (op === 'add' && component === 'record') {
      this.records++;
      if (this.#mode !== 'delta' && id.length <= MAX_ID_CHARACTERS) this.duplicates.add(family, id, line);
    } else if (this.#mode === 'full' && !this.duplicates.has(family, id)) {
      reportMissingTarget(this.findings);
    }
  }

  /** In a file whose lines end with a carriage return alone, all are one line. */
  #warnOfCrLf(bytes: Uint8Array, start: number, end: number, line: number): void {
    if (this.#saidOnce.has('line.crlf') || bytes.indexOf(CARRIAGE_RETURN, start) < end - 1) return;
    this.#warnOnce('line.crlf', 'lines end with CR LF', line);
  }

  #warnOnce(code: string, message: string, line: number): void {
    if (this.#saidOnce.has(code)) return;
    this.#saidOnce.add(code);
    this.findings.beginLine(line);
    this.findings.warning(code, `${message} (said once)`);
  }
}
