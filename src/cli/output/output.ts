import type { BrctlError, Problem } from '../../base/errors.ts';
import type { Redactor } from '../config/redactor.ts';
import { type Io, type OutputStream, StdoutLost, watchStream, writeText } from '../io.ts';
import {
  type Annotation,
  annotate,
  type Concern,
  describeError,
  describeLocation,
  formatErrorJson,
  toAnnotations,
} from './errors.ts';
import { escapeControls, type JsonValue, removeControls, toJson } from './printable.ts';
import { type Report, withProgress } from './progress.ts';
import { wrapText } from './wrap-text.ts';

export interface ResultDocument {
  readonly schema: string;
  readonly [member: string]: JsonValue;
}

export interface OutputOptions {
  json: boolean;
  quiet: boolean;
  /** How often -v was given: 1 for a line a request, 2 for its headers too. */
  verbosity: number;
  maxErrors: number;
  now(): Date;
  /** Once it aborts, nobody waits for a reader. */
  signal: AbortSignal;
  /** Also write `::error` and `::warning` lines for GitHub. */
  annotations: boolean;
}

/** A result in both its forms: the document with --json, else what `forPeople` makes of it. */
export interface RenderedResult {
  document: ResultDocument;
  forPeople(stdout: OutputStream): string | Promise<string>;
}

/** Where a command puts what it has to say. */
export type Output = ReturnType<typeof createOutput>;

/**
 * Output of a command: results to stdout, remarks and progress to stderr, everything through the redactor. Where
 * stderr cannot be written there is nobody to tell; the exit code tells of the work.
 */
export function createOutput({ stdout, stderr }: Io, options: OutputOptions, { redact }: Redactor) {
  const { json, quiet, now, signal } = options;
  const failure = watchStream(stdout.stream);
  let concern: Concern | undefined;
  // Lines that programs read stay whole.
  const wrap = (text: string) => (json || options.annotations ? text : wrapText(text, stderr));
  const write = (text: string, until?: AbortSignal) => writeText(stderr.stream, wrap(redact(text)), until);
  // Without control characters. Nobody waits for it.
  const addLine = (text: string) => void write(`${removeControls(text)}\n`);
  const writeBytes = (chunk: Uint8Array | string) => writeText(stdout.stream, chunk, signal);
  const writeChunk = async (chunk: Uint8Array | string) => {
    await writeBytes(chunk);
    if (failure() !== undefined) throw new StdoutLost('the reader of stdout has gone');
  };
  const printResult = async (document: ResultDocument, forPeople: RenderedResult['forPeople']) => {
    await writeBytes(redact(json ? `${toJson(document)}\n` : await forPeople(stdout)));
  };
  const annotateAll = (findings: readonly Annotation[]) => {
    if (isAnnotating(options)) for (const finding of findings) addLine(annotate(finding));
  };
  return {
    json,
    quiet,
    stdout,
    now,
    /** The result, printed with --quiet too. */
    result: printResult,
    /** As `result`, in the user's pager where it is higher than the terminal. */
    async paged({ document, forPeople }: RenderedResult) {
      if (json || stdout.page === undefined) return await printResult(document, forPeople);
      const text = redact(await forPeople(stdout));
      if (!(await stdout.page(text))) await writeBytes(text);
    },
    /** Results one by one: NDJSON with --json. As `stream`, ends the command where nobody reads on. */
    line: (document: ResultDocument, forPeople: string) =>
      writeChunk(redact(json ? `${toJson(document)}\n` : `${forPeople}\n`)),
    /** A text as it is: a job's id, a service's body. */
    bytes: writeBytes,
    /**
     * A piece of a long result of a command that does nothing but print.
     * @throws StdoutLost where nobody can read on
     */
    stream: writeChunk,
    /** A remark on stderr; not with --quiet. */
    note(text: string) {
      if (!quiet) addLine(text);
    },
    /** A remark on stderr with --verbose only. */
    detail(text: string) {
      if (options.verbosity > 0) addLine(text);
    },
    /** Something that did not fail and should be known; also with --quiet. */
    warn(text: string) {
      addLine(`warning: ${escapeControls(text)}`);
      annotateAll([{ severity: 'warning', message: text }]);
    },
    /** The same of a place in an input. */
    warnOf(problem: Problem) {
      addLine(`warning: ${escapeControls(`${describeLocation(problem)}: ${problem.message}`)}`);
      annotateAll([problem]);
    },
    /** Shows findings of a report beside their lines on GitHub; nothing elsewhere. */
    annotate: annotateAll,
    async error(error: BrctlError, command: string) {
      await write(formatError(error, command, options, concern), signal);
      const stack = error.details.cause instanceof Error ? error.details.cause.stack : undefined;
      if (options.verbosity > 0 && stack !== undefined) await write(`${removeControls(stack)}\n`, signal);
    },
    /** From now on errors name this environment and catalog. */
    concern(what: Concern) {
      concern = what;
    },
    async progress<T>(label: string, work: (report: Report) => Promise<T>): Promise<T> {
      if (quiet) return await work(() => undefined);
      return await withProgress(label, { stderr, write: addLine, json, now }, work);
    },
  };
}

/** GitHub's lines would not be JSON. */
function isAnnotating({ annotations, json }: OutputOptions): boolean {
  return annotations && !json;
}

function formatError(
  error: BrctlError,
  command: string,
  options: OutputOptions,
  concern: Concern | undefined,
): string {
  if (options.json) return formatErrorJson(error, options.maxErrors, concern);
  const text = removeControls(describeError(error, command, options.maxErrors, concern));
  return isAnnotating(options) ? text + toAnnotations(error, options.maxErrors) : text;
}

export async function printPaged(output: Output, result: RenderedResult): Promise<void> {
  await output.paged(result);
}

/** Output of a file: the same as of a pipe. */
export async function renderToText(output: Output, { document, forPeople }: RenderedResult): Promise<string> {
  if (output.json) return `${toJson(document)}\n`;
  return await forPeople({ ...output.stdout, isTty: false, color: false });
}
