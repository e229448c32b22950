import { BrctlError, getMessage, type InputLocation, type Problem } from '../../base/errors.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import type { Destination } from '../../client/state/ledger-entry.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { type JsonValue, toJson } from './printable.ts';
import { toSystemError } from './system-errors.ts';

const LABEL_WIDTH = 6;

function formatLine(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${text}`;
}

/** `delta.jsonl, line 10,001, column 7, product L-9`; empty when nothing is known. */
export function describeLocation(place: InputLocation): string {
  const parts: string[] = [];
  if (place.file !== undefined) parts.push(place.file);
  if (place.line !== undefined) parts.push(`line ${formatCount(place.line)}`);
  if (place.column !== undefined) parts.push(`column ${formatCount(place.column)}`);
  if (place.product !== undefined) parts.push(`product ${place.product}`);
  if (place.pointer !== undefined && place.pointer !== '') parts.push(place.pointer);
  return parts.join(', ');
}

function describeProblems(problems: readonly Problem[], max: number): string[] {
  const lines = problems.slice(0, max).map((problem) => {
    const where = describeLocation(problem);
    return `  ${where === '' ? '' : `${where}: `}${problem.message}`;
  });
  const hidden = problems.length - lines.length;
  return hidden > 0
    ? [...lines, `  and ${formatCount(hidden)} more (--max-errors ${problems.length})`]
    : lines;
}

/** Does the error's own message say all that its problems do? */
function isSaid({ message }: BrctlError, problems: readonly Problem[]): boolean {
  return problems.length === 0 || (problems.length === 1 && problems[0]?.message === message);
}

/** Subject of a command, for mails of cron. */
export type Concern = Destination;

/** An error as people read it: what, where, for which catalog, why, how to fix it, its code. */
export function describeError(
  error: BrctlError,
  command: string,
  maxErrors: number,
  concern?: Concern,
): string {
  const { details } = error;
  const problems = details.problems ?? [];
  const lines = [`${command}: ${error.message}`];
  if (isSaid(error, problems)) {
    const place = { ...problems[0], ...details };
    const where = describeLocation(place);
    if (where !== '') lines.push(formatLine(place.file === undefined ? 'at' : 'file', where));
  } else lines.push(...describeProblems(problems, maxErrors));
  if (concern !== undefined) lines.push(formatLine('for', `${concern.catalog} in ${concern.environment}`));
  if (details.why !== undefined) lines.push(formatLine('why', details.why));
  if (details.hint !== undefined) lines.push(formatLine('fix', details.hint));
  lines.push(`error ${error.code} (exit ${exitCodeOf(error.kind)})`);
  return `${lines.join('\n')}\n`;
}

export function formatErrorJson(error: BrctlError, maxErrors: number, concern?: Concern): string {
  const { details } = error;
  const problems = details.problems?.slice(0, maxErrors);
  return `${toJson({
    error: {
      code: error.code,
      exit: exitCodeOf(error.kind),
      message: error.message,
      retryable: details.retryable ?? error.kind === 'temporary',
      environment: concern?.environment,
      catalog: concern?.catalog,
      file: details.file,
      line: details.line,
      column: details.column,
      product: details.product,
      pointer: details.pointer,
      why: details.why,
      hint: details.hint,
      status: details.status,
      problems: problems as JsonValue,
      ...(details.data as Record<string, JsonValue> | undefined),
    },
  })}\n`;
}

export type Annotation = Pick<Problem, 'severity' | 'message' | 'file' | 'line' | 'column'>;

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A workflow command, so that GitHub shows the finding beside its line (doc: GitHub Actions, workflow commands). */
export function annotate({ severity, message, file, line, column }: Annotation): string {
  const place = [
    ...(file === undefined ? [] : [`file=${escapeProperty(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    ...(column === undefined ? [] : [`col=${column}`]),
  ];
  return `::${severity}${place.length === 0 ? '' : ` ${place.join(',')}`}::${escapeData(message)}`;
}

export function toAnnotations(error: BrctlError, maxErrors: number): string {
  const { problems = [], ...details } = error.details;
  const findings: readonly Annotation[] =
    problems.length > 0
      ? problems.slice(0, maxErrors)
      : [{ severity: 'error', message: error.message, ...details }];
  return findings.map((annotation) => `${annotate(annotation)}\n`).join('');
}

export function asBrctlError(thrown: unknown): BrctlError {
  if (thrown instanceof BrctlError) return thrown;
  const fault = toSystemError(thrown);
  if (fault !== undefined) return fault;
  return new BrctlError(getMessage(thrown), {
    kind: 'unexpected',
    code: 'internal.bug',
    why: 'this is a bug in brctl',
    hint: 'run it again with -v and report what it prints',
    cause: thrown,
  });
}
