import type { BrctlError, Problem } from '../../base/errors.ts';
import type { Redactor } from '../config/redactor.ts';
import { type Io, type OutputStream, StdoutLost, watchStream, writeText } from '../io.ts';
import {
  type Annotation,
  annotate,
  type Concern,
  describeError,
  describeLocation,
  errorToJson,
  toAnnotations,
} from './errors.ts';
import { type JsonValue, printable, removeControls, toJson } from './printable.ts';
import { type Report, withProgress } from './progress.ts';
import { wrapText } from './wrap-text.ts';

export interface ResultDocument {
  readonly schema: string;
  readonly [member: string]: JsonValue;
}

/** Where a command puts what it has to say. */
export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly stdout: OutputStream;
  now(): Date;
  /** The result: the document with --json, else what `forPeople` makes of it. Printed with --quiet too. */
  result(
    document: ResultDocument,
    forPeople: (stdout: OutputStream) => string | Promise<string>,
  ): Promise<void>;
  /** As `result`, in the user's pager where it is higher than the terminal. */
  paged(
    document: ResultDocument,
    forPeople: (stdout: OutputStream) => string | Promise<string>,
  ): Promise<void>;
  /** Results one by one: NDJSON with --json. As `stream`, ends the command where nobody reads on. */
  line(document: ResultDocument, forPeople: string): Promise<void>;
  /** A text as it is: a job's id, a service's body. */
  bytes(chunk: Uint8Array | string): Promise<void>;
  /**
   * A piece of a long result of a command that does nothing but print.
   * @throws StdoutLost where nobody can read on
   */
  stream(chunk: Uint8Array | string): Promise<void>;
  /** A remark on stderr; not with --quiet. */
  note(text: string): void;
  /** A remark on stderr with --verbose only. */
  detail(text: string): void;
  /** Something that did not fail and should be known; also with --quiet. */
  warn(text: string): void;
  /** The same of a place in an input. */
  warnOf(problem: Problem): void;
  /** Shows findings of a report beside their lines on GitHub; nothing elsewhere. */
  annotate(findings: readonly Annotation[]): void;
  error(error: BrctlError, command: string): Promise<void>;
  /** From now on errors name this environment and catalog. */
  concern(what: Concern): void;
  progress<T>(label: string, work: (report: Report) => Promise<T>): Promise<T>;
}

export interface OutputOptions {
  json: boolean;
  quiet: boolean;
  verbosity: number;
  maxErrors: number;
  now(): Date;
  /** Once it aborts, nobody waits for a reader. */
  signal: AbortSignal;
  /** Also write `::error` and `::warning` lines for GitHub. */
  annotations: boolean;
}

/** What goes to stderr beside the work. Where it cannot be written there is nobody to tell; the exit code tells of the work. */
interface Remarks {
  /** Prints a line, without control characters. Nobody waits for it. */
  add(text: string): void;
  /** Prints a text as it is, after all that was added. */
  print(text: string): Promise<void>;
}

/**
 * What a command prints with: results to stdout, remarks and progress to stderr, everything through the
 * redactor.
 */
export function createOutput(io: Io, options: OutputOptions, redactor: Redactor): Output {
  const remarks = createRemarks(io.stderr, redactor, options);
  let concern: Concern | undefined;
  return {
    json: options.json,
    quiet: options.quiet,
    stdout: io.stdout,
    now: options.now,
    ...resultMethods(io.stdout, options, redactor),
    ...remarkMethods(remarks, options),
    async error(error, command) {
      await remarks.print(errorText(error, command, options, concern));
      const stack = error.details.cause instanceof Error ? error.details.cause.stack : undefined;
      if (options.verbosity > 0 && stack !== undefined) await remarks.print(`${removeControls(stack)}\n`);
    },
    concern(what) {
      concern = what;
    },
    async progress(label, work) {
      if (options.quiet) return await work(() => undefined);
      const { json, now } = options;
      return await withProgress(label, { stderr: io.stderr, write: remarks.add, json, now }, work);
    },
  };
}

function createRemarks(stderr: OutputStream, redactor: Redactor, options: OutputOptions): Remarks {
  const write = (text: string, signal?: AbortSignal) =>
    writeText(stderr.stream, fitted(redactor.redact(text), stderr, options), signal);
  return {
    print: (text) => write(text, options.signal),
    add: (text) => void write(`${removeControls(text)}\n`),
  };
}

/** Lines that programs read stay whole. */
function fitted(text: string, stderr: OutputStream, options: OutputOptions): string {
  return options.json || options.annotations ? text : wrapText(text, stderr);
}

type ResultMethods = Pick<Output, 'result' | 'paged' | 'line' | 'bytes' | 'stream'>;

function resultMethods(stdout: OutputStream, options: OutputOptions, redactor: Redactor): ResultMethods {
  const failure = watchStream(stdout.stream);
  const bytes = (chunk: Uint8Array | string) => writeText(stdout.stream, chunk, options.signal);
  const print = (text: string) => bytes(redactor.redact(text));
  const stream = async (chunk: Uint8Array | string) => {
    await bytes(chunk);
    if (failure() !== undefined) throw new StdoutLost('nobody reads stdout any more');
  };
  const result: Output['result'] = async (document, forPeople) => {
    await print(options.json ? `${toJson(document)}\n` : await forPeople(stdout));
  };
  return {
    result,
    async paged(document, forPeople) {
      if (options.json || stdout.page === undefined) return await result(document, forPeople);
      const text = redactor.redact(await forPeople(stdout));
      if (!(await stdout.page(text))) await print(text);
    },
    async line(document, forPeople) {
      await stream(redactor.redact(options.json ? `${toJson(document)}\n` : `${forPeople}\n`));
    },
    bytes,
    stream,
  };
}

type RemarkMethods = Pick<Output, 'note' | 'detail' | 'warn' | 'warnOf' | 'annotate'>;

function remarkMethods(remarks: Remarks, options: OutputOptions): RemarkMethods {
  const annotateAll: Output['annotate'] = (findings) => {
    if (isAnnotating(options)) for (const finding of findings) remarks.add(annotate(finding));
  };
  return {
    note(text) {
      if (!options.quiet) remarks.add(text);
    },
    detail(text) {
      if (options.verbosity > 0) remarks.add(text);
    },
    warn(text) {
      remarks.add(`warning: ${printable(text)}`);
      annotateAll([{ severity: 'warning', message: text }]);
    },
    warnOf(problem) {
      remarks.add(`warning: ${printable(`${describeLocation(problem)}: ${problem.message}`)}`);
      annotateAll([problem]);
    },
    annotate: annotateAll,
  };
}

/** GitHub's lines would not be JSON. */
function isAnnotating({ annotations, json }: OutputOptions): boolean {
  return annotations && !json;
}

function errorText(
  error: BrctlError,
  command: string,
  options: OutputOptions,
  concern: Concern | undefined,
): string {
  if (options.json) return errorToJson(error, options.maxErrors, concern);
  const text = removeControls(describeError(error, command, options.maxErrors, concern));
  return isAnnotating(options) ? text + toAnnotations(error, options.maxErrors) : text;
}

/** A result in both its forms, for a command that can write it to a file as well. */
export interface RenderedResult {
  document: ResultDocument;
  forPeople(stdout: OutputStream): string | Promise<string>;
}

export async function printPaged(output: Output, { document, forPeople }: RenderedResult): Promise<void> {
  await output.paged(document, forPeople);
}

/** What a file gets: the same as a pipe. */
export async function renderToText(output: Output, { document, forPeople }: RenderedResult): Promise<string> {
  if (output.json) return `${toJson(document)}\n`;
  return await forPeople({ ...output.stdout, isTty: false, color: false });
}
