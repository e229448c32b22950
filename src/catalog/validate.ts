import { BrctlError, type Problem } from '../base/errors.ts';
import { formatCount } from '../base/wording/amounts.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { RecordFamily } from '../protocol/paths.ts';
import { DEFAULT_MAX_PROBLEMS, type Findings, MAX_COUNTED_ERRORS } from './findings/findings.ts';
import { confirmDuplicates } from './ids/duplicate-ids.ts';
import type { NamedInput } from './input.ts';
import { InputChecker } from './input-checker.ts';
import { RecordKernel } from './kernel/record-kernel.ts';
import { parseOperation, type TextParser } from './operations/parse-operation.ts';
import { parsePlainRecord } from './operations/parse-plain-record.ts';
import type { LoadMode } from './rules/check-operation.ts';
import { InputSplitter } from './splitting/splitter.ts';

export interface ValidateOptions {
  /** `auto` (default): an input that only adds whole records is a catalog, any other a delta. */
  mode?: LoadMode | 'auto';
  /** Operations (default), or plain records `{"id","attributes",…}`. */
  inputFormat?: 'operations' | 'records';
  /** Problems of each severity to keep; all are counted. */
  maxProblems?: number;
  /** `auto` (default): the compiled kernel where it can be loaded. The result is the same. */
  kernel?: 'auto' | 'none';
  signal?: AbortSignal;
  /** Told how many bytes are checked. */
  onProgress?: (bytes: number) => void;
}

/** Result of the check of one input. */
export interface ValidationReport {
  file: string;
  kind: 'catalog' | 'delta' | 'empty';
  family: RecordFamily | undefined;
  operations: number;
  /** False: too many errors: the rest was not read. */
  isComplete: boolean;
  /** Bytes after inflating. */
  bytes: number;
  errors: number;
  warnings: number;
  /** How often each code was found. */
  countByCode: ReadonlyMap<string, number>;
  /** The first problems of each severity, by line. */
  problems: Problem[];
}

/** Reads everything, unless there is no end of errors; what stops reading before the end is a finding too. */
async function readInput(
  input: NamedInput,
  checker: InputChecker,
  splitter: InputSplitter,
  { signal, onProgress }: ValidateOptions,
): Promise<Pick<ValidationReport, 'bytes' | 'isComplete'>> {
  let bytes = 0;
  try {
    for await (const chunk of await input.open()) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      splitter.push(chunk);
      onProgress?.(bytes);
      if (checker.errors > MAX_COUNTED_ERRORS) return { bytes, isComplete: false };
    }
    splitter.end();
  } catch (thrown) {
    if (!(thrown instanceof BrctlError) || thrown.kind !== 'input') throw thrown;
    checker.findings.beginLine(0);
    const { code, message, hint } = thrown;
    checker.findings.error(code, message, hint === undefined ? {} : { hint });
  }
  return { bytes, isComplete: true };
}

/** Sizes of a whole request (spec: Limits). */
function checkLimits(checker: InputChecker, bytes: number, isArray: boolean): void {
  const { findings, lineOverLimit } = checker;
  if (!checker.isCatalog && lineOverLimit !== undefined) {
    findings.beginLine(lineOverLimit);
    const limit = formatCount(LIMITS.operationsPerJob);
    const message = `${formatCount(checker.operations)} operations, but one job takes ${limit}`;
    const hint = 'split it into several jobs: brctl submit --split';
    findings.error('input.too_many_ops', message, { hint });
  }
  const maxBytes = isArray ? LIMITS.jsonPatchBytes : LIMITS.jsonLinesBytes;
  if (bytes <= maxBytes) return;
  findings.beginLine(0);
  const what = isArray ? 'a JSON Patch array' : 'a JSON Lines body';
  const message = `${formatCount(bytes)} bytes, but the limit for ${what} is ${formatCount(maxBytes)}`;
  const hint = isArray ? 'write one operation per line (JSON Lines)' : 'split it into several files';
  findings.error('input.too_large', message, { hint });
}

const EMPTY = {
  full: 'the service refuses a full load without records',
  delta: 'the service refuses a delta without operations',
  auto: 'the file is empty; the service refuses empty loads',
};

/** A request without an operation is refused (docs/reference/jobs.md). */
function refuseEmpty(findings: Findings, operations: number, mode: LoadMode | 'auto'): void {
  if (operations > 0 || findings.errors > 0) return;
  findings.beginLine(0);
  findings.error('file.empty', EMPTY[mode]);
}

async function reportDuplicates(
  input: NamedInput,
  { findings, duplicates }: InputChecker,
  parse: TextParser,
): Promise<void> {
  const confirmed = await confirmDuplicates(input, duplicates.kept, parse);
  for (const { id, line, firstLine } of confirmed) {
    findings.beginLine(line);
    findings.product = id;
    const message = `'${id}' appears twice: first on line ${formatCount(firstLine)}`;
    findings.error('catalog.duplicate_id', message);
  }
  findings.countMore('error', 'catalog.duplicate_id', duplicates.count - duplicates.kept.length);
}

/**
 * Checks an input against every rule that the service enforces, and some that it only states: JSON, operations, paths,
 * ids, names, shapes, required attributes, duplicate records, sizes. Rules, severities and sources:
 * docs/reference/catalog-files.md.
 *
 * Whatever the input holds, the answer is a report. Memory: one text of at most 16 MiB, and 12 to 48 bytes a record
 * for the search for duplicates. Rejects only when the input cannot be opened or the signal aborts.
 */
export async function validateInput(
  input: NamedInput,
  options: ValidateOptions = {},
): Promise<ValidationReport> {
  const maxProblems = options.maxProblems ?? DEFAULT_MAX_PROBLEMS;
  const mode = options.mode ?? 'auto';
  const kernel = options.kernel === 'none' ? undefined : RecordKernel.load();
  const parse = options.inputFormat === 'records' ? parsePlainRecord : parseOperation;
  const checker = new InputChecker(input.name, mode, maxProblems, parse, kernel);
  const splitter = new InputSplitter(checker);
  const { bytes, isComplete } = await readInput(input, checker, splitter, options);
  if (checker.isCatalog) await reportDuplicates(input, checker, parse);
  checkLimits(checker, bytes, splitter.isArray);
  refuseEmpty(checker.findings, checker.operations, mode);
  const { findings, operations, family } = checker;
  return {
    file: input.name,
    kind: operations === 0 ? 'empty' : checker.isCatalog ? 'catalog' : 'delta',
    family,
    operations,
    isComplete,
    bytes,
    errors: findings.errors,
    warnings: findings.warnings,
    countByCode: findings.countByCode,
    problems: findings.kept.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  };
}
