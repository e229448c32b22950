import { addFileToError } from '../../base/errors.ts';
import { isBlank } from '../../base/json/ascii.ts';
import { toSingleLineBytes } from '../../base/json/single-line.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { Findings, MAX_COUNTED_ERRORS } from '../findings/findings.ts';
import { FirstLineById } from '../ids/id-lines.ts';
import type { NamedInput } from '../input.ts';
import { unusableInputError } from '../operations/read-operations.ts';
import { InputSplitter } from '../splitting/splitter.ts';
import type { TextHandler } from '../splitting/text-handler.ts';
import { ApplyPlan, type ApplyPlanOptions } from './apply-plan.ts';
import { extractRecordText, formatCatalogLine } from './catalog-line.ts';
import type { RecordFormat } from './diff-options.ts';
import { RecordLine } from './record/record-line.ts';

export interface ApplyOptions extends ApplyPlanOptions {
  /** How the catalog spells its records, and how the result does; default `operations`. */
  recordFormat?: RecordFormat;
  signal?: AbortSignal;
}

/** Result of an apply; products or items, by the family of the catalog. */
export interface ApplySummary {
  /** Records of the catalog after all deltas. */
  records: number;
  added: number;
  changed: number;
  removed: number;
  operations: number;
}

const LINE_FEED = Buffer.from('\n');

/** Takes the catalog line by line and makes the lines of the new one. */
class CatalogUpdate implements TextHandler {
  readonly summary: ApplySummary;
  readonly findings: Findings;
  #lines: Uint8Array[] = [];
  readonly #plan: ApplyPlan;
  readonly #format: RecordFormat;
  readonly #line: RecordLine;
  readonly #ids = new FirstLineById();
  #family: RecordFamily | undefined;

  constructor(plan: ApplyPlan, name: string, options: ApplyOptions) {
    this.#plan = plan;
    this.#format = options.recordFormat ?? 'operations';
    this.#line = new RecordLine(this.#format);
    this.findings = new Findings(options.maxProblems, name);
    this.summary = { records: 0, added: 0, changed: 0, removed: 0, operations: plan.operations };
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    if (column === 1 && isBlank(bytes, start, end)) return;
    this.findings.beginText({ bytes, start, line, column });
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const problem = this.#line.read(buffer, start, end);
    if (problem !== undefined) {
      this.findings.product = problem.product;
      this.findings.error(problem.code, problem.message, problem);
      return;
    }
    const { family, id } = this.#line;
    this.findings.product = id;
    if (!this.#isOfFamily(family)) return;
    const first = this.#ids.add(family, id, line);
    if (first !== undefined) this.findings.error('catalog.duplicate_id', describeDuplicate(id, first));
    else if (this.#plan.touches(family, id)) this.#change(family, id);
    else this.#copyUnchanged(buffer);
  }

  /** A catalog holds products or items, and so do its deltas. */
  #isOfFamily(family: RecordFamily): boolean {
    this.#family ??= this.#plan.family ?? family;
    if (family === this.#family) return true;
    const message =
      this.#plan.family === undefined
        ? 'a catalog holds products or items, not both'
        : `the catalog holds ${family}, but the deltas change ${this.#family}`;
    this.findings.error('operation.mixed_families', message);
    return false;
  }

  problem(code: string, message: string, line: number, column?: number): void {
    this.findings.beginLine(line, column);
    this.findings.error(code, message);
  }

  /** Makes the records that the catalog did not have. */
  addRemaining(): void {
    for (const { family, id } of [...this.#plan.listRemaining()]) {
      const record = this.#plan.applyTo(undefined, family, id);
      if (record === undefined) continue;
      this.summary.added++;
      this.#emit(family, id, record);
    }
  }

  /** The lines made since the last call, with their line feeds. */
  take(): Uint8Array {
    const lines = this.#lines;
    this.#lines = [];
    return Buffer.concat(lines);
  }

  #change(family: RecordFamily, id: string): void {
    const record = this.#plan.applyTo(extractRecordText(this.#line), family, id);
    if (record === undefined) {
      this.summary.removed++;
      return;
    }
    this.summary.changed++;
    this.#emit(family, id, record);
  }

  /** A record that no delta touches is copied byte by byte, but for the line breaks of an array. */
  #copyUnchanged(buffer: Buffer): void {
    const { tape } = this.#line;
    this.summary.records++;
    this.#lines.push(toSingleLineBytes(buffer.subarray(tape.startOf(0), tape.endOf(0))), LINE_FEED);
  }

  #emit(family: RecordFamily, id: string, record: string): void {
    this.summary.records++;
    this.#lines.push(Buffer.from(`${formatCatalogLine(this.#format, family, id, record)}\n`));
  }
}

function describeDuplicate(id: string, firstLine: number): string {
  return `'${id}' appears twice in the catalog: first on line ${formatCount(firstLine)}`;
}

/**
 * Applies deltas, in their order, to a catalog: a file of whole-record adds, or of plain records. The catalog streams
 * past once, the operations are held in memory. Records keep their order and, where no delta touches them, their bytes;
 * new ones follow in the order in which the deltas name them first.
 *
 * All or nothing is up to the sink: what it was given counts only when the promise is fulfilled.
 *
 * @param sink takes the new catalog, JSON Lines, piece by piece; the bytes are its own until its promise settles
 * @throws BrctlError of kind `input` when anything is malformed, an id comes twice in the catalog, or an operation
 * does not find what it changes (`operation.missing_target`): nothing is applied then (spec: Errors)
 */
export async function applyDeltas(
  catalog: NamedInput,
  deltas: readonly NamedInput[],
  sink: (lines: Uint8Array) => Promise<void>,
  options: ApplyOptions = {},
): Promise<ApplySummary> {
  const plan = new ApplyPlan(options);
  for (const delta of deltas) await plan.add(delta);
  const update = new CatalogUpdate(plan, catalog.name, options);
  const splitter = new InputSplitter(update);
  try {
    for await (const chunk of await catalog.open()) {
      options.signal?.throwIfAborted();
      splitter.push(chunk);
      await sink(update.take());
      if (update.findings.errors > MAX_COUNTED_ERRORS)
        throw unusableInputError(update.findings, catalog.name);
    }
    splitter.end();
  } catch (thrown) {
    throw addFileToError(thrown, catalog.name);
  }
  if (update.findings.errors > 0) throw unusableInputError(update.findings, catalog.name);
  update.addRemaining();
  await sink(update.take());
  return update.summary;
}
