import { Tape } from '../../base/json/tape.ts';
import { Findings } from '../../catalog/findings/findings.ts';
import { FirstLineById } from '../../catalog/ids/id-lines.ts';
import { openInput } from '../../catalog/opening/open.ts';
import { createOperationHandler } from '../../catalog/operations/operation-line.ts';
import { unusableInputError } from '../../catalog/operations/read-operations.ts';
import { reportMissingTarget } from '../../catalog/rules/check-operation.ts';
import { InputSplitter } from '../../catalog/splitting/splitter.ts';
import type { TextHandler } from '../../catalog/splitting/text-handler.ts';
import { FeedProfiler } from '../profile/feed-profiler.ts';
import type { BodyFile } from './body-file.ts';
import { OperationChecker } from './operation-checker.ts';

export interface CheckOptions {
  mode: 'delta' | 'full';
  maxProblems: number;
  maxInflatedBytes: number;
  signal?: AbortSignal;
  tallyOneIn?: number;
}

/** Checks operations as the service will. Throws `input` errors with the first problems and their places. */
export async function checkBody(file: BodyFile, options: CheckOptions) {
  const checker = new OperationChecker(options.mode, file.name, options.maxProblems);
  const { watch, handler } = withTally(checker, options.tallyOneIn);
  const uncompressedBytes = await readAll(file, options, handler, checker.findings);
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

function withTally(
  handler: TextHandler,
  oneIn: number | undefined,
): { handler: TextHandler; watch?: FeedProfiler } {
  if (oneIn === undefined) return { handler };
  const watch = new FeedProfiler(oneIn);
  return {
    watch,
    handler: {
      text(bytes, start, end, line, column) {
        handler.text(bytes, start, end, line, column);
        watch.line(
          Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
          start,
          end,
        );
      },
      problem: (code, message, line, column) => handler.problem(code, message, line, column),
    },
  };
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
