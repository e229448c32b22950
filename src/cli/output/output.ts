import type { Redactor } from '../../config/redactor.ts';
import type { BrctlError, Problem } from '../../errors.ts';
import { type Io, type OutputStream, writeText } from '../io.ts';
import {
  type Annotation,
  annotate,
  describeError,
  describeLocation,
  errorToJson,
  toAnnotations,
} from './errors.ts';
import { type JsonValue, toJson } from './json.ts';
import { printable, withoutControls } from './printable.ts';
import { type Report, withProgress } from './progress.ts';

/** A result as `--json` prints it; `schema` comes first, such as `brctl.push/1`. */
export interface ResultDocument {
  readonly schema: string;
  readonly [member: string]: JsonValue;
}

/** Where a command puts what it has to say. */
export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly stdout: OutputStream;
  /** The result: the document with --json, else what `forPeople` makes of it. Printed with --quiet too. */
  result(
    document: ResultDocument,
    forPeople: (stdout: OutputStream) => string | Promise<string>,
  ): Promise<void>;
  /** As `result`, for a command whose success is the whole message: with --quiet it says nothing where all is well. */
  report(
    isWell: boolean,
    document: ResultDocument,
    forPeople: (stdout: OutputStream) => string | Promise<string>,
  ): Promise<void>;
  /** Results one by one: NDJSON with --json. */
  line(document: ResultDocument, forPeople: string): Promise<void>;
  /** Bytes of a result that is a file: a delta, a catalog, a service's body. */
  bytes(chunk: Uint8Array | string): Promise<void>;
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
  progress<T>(label: string, work: (report: Report) => Promise<T>): Promise<T>;
}

export interface OutputOptions {
  json: boolean;
  quiet: boolean;
  verbose: boolean;
  maxErrors: number;
  /** Also write `::error` and `::warning` lines for GitHub. */
  annotations: boolean;
}

/**
 * What a command prints with: results to stdout, remarks and progress to stderr, everything through the
 * redactor.
 */
export function createOutput(io: Io, options: OutputOptions, redactor: Redactor): Output {
  const pending: Promise<void>[] = [];
  const remark = (text: string): void => {
    pending.push(writeText(io.stderr.stream, `${redactor.redact(withoutControls(text))}\n`));
  };
  const print = (text: string) => writeText(io.stdout.stream, redactor.redact(text));
  const result: Output['result'] = async (document, forPeople) => {
    await print(options.json ? `${toJson(document)}\n` : await forPeople(io.stdout));
  };
  return {
    json: options.json,
    quiet: options.quiet,
    stdout: io.stdout,
    result,
    async report(isWell, document, forPeople) {
      if (!isWell || !options.quiet || options.json) await result(document, forPeople);
    },
    async line(document, forPeople) {
      await print(options.json ? `${toJson(document)}\n` : `${forPeople}\n`);
    },
    bytes: (chunk) => writeText(io.stdout.stream, chunk),
    note(text) {
      if (!options.quiet) remark(text);
    },
    detail(text) {
      if (options.verbose) remark(text);
    },
    warn(text) {
      remark(`warning: ${printable(text)}`);
      if (options.annotations && !options.json) remark(annotate({ severity: 'warning', message: text }));
    },
    warnOf(problem) {
      remark(`warning: ${printable(`${describeLocation(problem)}: ${problem.message}`)}`);
      if (options.annotations && !options.json) remark(annotate(problem));
    },
    annotate(findings) {
      if (options.annotations && !options.json) for (const finding of findings) remark(annotate(finding));
    },
    async error(error, command) {
      await Promise.all(pending);
      const text = options.json
        ? errorToJson(error, options.maxErrors)
        : withoutControls(describeError(error, command, options.maxErrors));
      await writeText(io.stderr.stream, redactor.redact(text));
      if (options.annotations && !options.json)
        await writeText(io.stderr.stream, redactor.redact(toAnnotations(error, options.maxErrors)));
      if (options.verbose && error.details.cause instanceof Error) remark(error.details.cause.stack ?? '');
    },
    async progress(label, work) {
      if (options.quiet || options.json) return await work(() => undefined);
      return await withProgress(label, io.stderr, remark, work);
    },
  };
}
