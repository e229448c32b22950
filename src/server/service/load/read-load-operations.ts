import { stat } from 'node:fs/promises';
import { BrctlError } from '../../../base/errors.ts';
import { isBlank } from '../../../base/json/ascii.ts';
import { findMember } from '../../../base/json/members.ts';
import { Tape } from '../../../base/json/tape.ts';
import type { AbortFlag } from '../../../base/process/abort-flag.ts';
import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import { Findings } from '../../../catalog/findings/findings.ts';
import { RecordKernel } from '../../../catalog/kernel/record-kernel.ts';
import { openInput } from '../../../catalog/opening/open.ts';
import { scanOperation } from '../../../catalog/operations/operation-line.ts';
import type { ParsedOperation } from '../../../catalog/operations/parse-operation.ts';
import { checkParsedOperation } from '../../../catalog/rules/check-operation.ts';
import { InputSplitter } from '../../../catalog/splitting/splitter.ts';
import type { TextHandler } from '../../../catalog/splitting/text-handler.ts';
import { JobFailure, toInputFailure } from '../jobs/job-failure.ts';
import type { InputPart, LoadTask } from '../jobs/job-task.ts';

const CHECK_EVERY = 256;

/** Warnings that a job tells of: the service probably refuses such values (doc: public-facts B4). */
const WARNINGS = new Set(['attribute.type', 'record.unknown_member']);

class LoadFindings extends Findings {
  readonly #tape: Tape;

  constructor(tape: Tape, before?: Findings) {
    super(1);
    this.#tape = tape;
    this.warnings = before?.warnings ?? 0;
    this.kept.push(...(before?.kept.filter(({ severity }) => severity === 'warning') ?? []));
  }

  /** Checks name a place by its pointer alone: its column is that of the operation's member. */
  override error(...[code, message, details = {}]: Parameters<Findings['error']>): void {
    const member = details.offset === undefined ? details.pointer?.split('/')[1] : undefined;
    const node = member === undefined ? undefined : findMember(this.#tape, 0, member);
    const place = node === undefined ? details : { ...details, offset: this.#tape.startOf(node) };
    super.error(code, message, place);
  }

  override warning(...[code, message, details]: Parameters<Findings['warning']>): void {
    if (WARNINGS.has(code)) super.warning(code, message, details);
  }
}

export interface OperationSink {
  /** The node is overwritten by the next operation. @param lacks bits of the required attributes that a whole product lacks */
  take(tape: Tape, operation: ParsedOperation, line: number, lacks: number): void;
  /** Takes the bytes of a whole product that is added, or says false: then it comes as an operation, as all do without this. */
  addNew?(id: string, product: Uint8Array, line: number): boolean;
}

/**
 * Hands on each operation that is allowed, in the order of the parts, every byte looked at once.
 * @returns how many there were, at least one, and what was left out (doc: a page on PUT) or is warned of
 * @throws JobFailure that names the line: nothing of the load may be used then (spec: Errors)
 */
export async function readLoadOperations(task: LoadTask, abort: AbortFlag, taker: OperationSink) {
  const reader = new OperationReader(task, abort, taker);
  for (const part of task.parts) {
    reader.part = part;
    try {
      if (part.stamp !== null) await checkStamp(part, part.stamp);
      await readPart(part, reader);
    } catch (thrown) {
      throw toInputFailure(thrown, part);
    }
  }
  if (reader.count === 0) throw new JobFailure('invalid_patch', 'there is no operation in the request');
  return { operations: reader.count, remarks: [...reader.leftOut(), ...reader.warnings()] };
}

async function readPart(part: InputPart, reader: OperationReader): Promise<void> {
  const splitter = new InputSplitter(reader, part.layout);
  let bytes = 0;
  for await (const chunk of await openInput(part.file, { maxInflatedBytes: part.maxBytes })) {
    bytes += chunk.length;
    if (bytes > part.maxBytes) {
      const most = formatCount(part.maxBytes);
      throw new JobFailure('payload_too_large', `more than ${most} bytes uncompressed`);
    }
    splitter.push(chunk);
  }
  splitter.end();
}

class OperationReader implements TextHandler {
  count = 0;
  part: Pick<InputPart, 'name' | 'layout'> = { name: null, layout: 'jsonlines' };
  readonly #malformed: { count: number; first: JobFailure | null } = { count: 0, first: null };
  readonly #task: LoadTask;
  readonly #abort: AbortFlag;
  readonly #taker: OperationSink;
  readonly #tape = new Tape();
  #findings = new LoadFindings(this.#tape);
  /** Number of the operation of the first warning. */
  #firstWarned: number | undefined;
  /** Recognizes whole products without fault; every other operation is checked in full. */
  readonly #kernel: RecordKernel | undefined;

  constructor(task: LoadTask, abort: AbortFlag, taker: OperationSink) {
    this.#task = task;
    this.#abort = abort;
    this.#taker = taker;
    if (task.family === 'products' && taker.addNew !== undefined) this.#kernel = RecordKernel.load();
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    if (column === 1 && isBlank(bytes, start, end)) return;
    if (this.count++ % CHECK_EVERY === 0) {
      this.#abort.throwIfSet();
      this.#abort.count(this.count);
    }
    this.#checkCount(line);
    if (this.#addsProduct(bytes, start, end, line)) return;
    try {
      const parsed = scanOperation(this.#tape, { bytes, start, end, line, column }, this.#findings);
      if (parsed === undefined) throw this.#describeFinding();
      const lacks = this.#check(parsed);
      this.#taker.take(this.#tape, parsed, line, lacks);
    } catch (thrown) {
      const isRefused = thrown instanceof BrctlError && thrown.kind === 'input';
      this.#skip(isRefused ? this.#refuse(thrown.code, thrown.message) : thrown);
    }
  }

  /** @throws JobFailure of the first, where more were malformed than are tolerated, or all */
  leftOut(): string[] {
    const { count, first } = this.#malformed;
    if (first === null) return [];
    if (count === this.count || count * 100 > this.#task.malformedPercent * this.count) throw first;
    const counts = `${formatCount(count)} of ${formatCount(this.count)}`;
    return [`${counts} operations were malformed and left out; the first: ${first.message}`];
  }

  warnings(): string[] {
    const { warnings, kept } = this.#findings;
    const first = kept.find(({ severity }) => severity === 'warning');
    if (first === undefined) return [];
    const place = this.#formatPlace(first.product, first.column, this.#firstWarned);
    return [`${pluralize(warnings, 'warning')}; first: line ${first.line}: ${first.message}${place}`];
  }

  /** @throws the failure itself where none is tolerated, or where it is not of one operation alone */
  #skip(thrown: unknown): void {
    const failure = toInputFailure(thrown, this.part);
    const isOfOperation = failure instanceof JobFailure && failure.errorCode === 'invalid_patch';
    if (this.#task.malformedPercent === 0 || !isOfOperation) throw thrown;
    this.#malformed.count++;
    this.#malformed.first ??= failure;
    this.#findings = new LoadFindings(this.#tape, this.#findings);
  }

  #addsProduct(bytes: Uint8Array, start: number, end: number, line: number): boolean {
    const kernel = this.#kernel;
    if (kernel === undefined || !kernel.accepts(bytes, start, end)) return false;
    return this.#taker.addNew?.(kernel.id, kernel.productIn(bytes, start), line) ?? false;
  }

  problem(_code: string, message: string, line: number, column?: number): never {
    const place = column === undefined || column === 1 ? '' : ` (column ${formatCount(column)})`;
    throw new JobFailure('invalid_patch', `Line ${line}: ${message}${place}`);
  }

  #check(parsed: ParsedOperation): number {
    const { family, mode } = this.#task;
    if (parsed.target.family !== family)
      throw this.#refuse('operation.path_invalid', `path must begin with /${family}/`);
    const lacks = checkParsedOperation(this.#tape, parsed, mode, this.#findings);
    if (this.#findings.warnings > 0) this.#firstWarned ??= this.count;
    if (this.#findings.errors > 0) throw this.#describeFinding();
    return lacks;
  }

  #refuse(code: string, message: string): JobFailure {
    this.#findings.error(code, message, { pointer: '/path' });
    return this.#describeFinding();
  }

  #describeFinding(): JobFailure {
    const first = this.#findings.kept.find(({ severity }) => severity === 'error');
    const place = this.#formatPlace(first?.product, first?.column);
    return new JobFailure('invalid_patch', `Line ${first?.line}: ${first?.message}${place}`);
  }

  /** Position of a problem in a line that may be megabytes long: ` (operation 12, column 3,456, product "L-9")`. */
  #formatPlace(product: string | undefined, column?: number, nth = this.count): string {
    const parts = [
      this.part.layout === 'json-patch' ? `operation ${formatCount(nth)}` : [],
      column === undefined ? [] : `column ${formatCount(column)}`,
      product === undefined ? [] : `product ${JSON.stringify(product)}`,
    ].flat();
    return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  }

  /** spec: Limits. */
  #checkCount(line: number): void {
    const { maxOperations } = this.#task;
    if (maxOperations === null || this.count <= maxOperations) return;
    const message = `Line ${line}: more than ${formatCount(maxOperations)} operations in one delta job`;
    throw new JobFailure('too_many_operations', message);
  }
}

/** The request named a file as it was then; another one in its place is not what was asked for. */
async function checkStamp(part: InputPart, then: NonNullable<InputPart['stamp']>): Promise<void> {
  const { size, mtimeMs } = await stat(part.file);
  if (size === then.sizeBytes && mtimeMs === then.modifiedMs) return;
  throw new JobFailure('file_changed', `the file was changed after the request that names it`);
}
