import { BrctlError, type Problem } from '../../../base/errors.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { summarizeProblems } from '../../findings/json-hint.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { findLineNumbers } from '../source/line-numbers.ts';

/** Something found in a line, by the line's position in its catalog. */
export interface PlacedFinding extends Omit<Problem, 'file' | 'line' | 'pointer'> {
  side: Side;
  position: number;
  /** Another line that it is about: named in the message. */
  other?: { side: Side; position: number };
}

/**
 * Collects findings from two catalogs and resolves line numbers only when reporting. Keeps the findings that come
 * first in the files.
 */
export class PositionedFindings {
  readonly #limit: number;
  readonly #errors: PlacedFinding[] = [];
  readonly #warnings: PlacedFinding[] = [];
  warningCount = 0;

  /** @param limit errors and warnings to keep, of each this many */
  constructor(limit: number) {
    this.#limit = Math.max(1, limit);
  }

  get hasErrors(): boolean {
    return this.#errors.length > 0;
  }

  add(finding: PlacedFinding): void {
    if (finding.severity === 'warning') {
      this.warningCount++;
      this.#keep(this.#warnings, finding);
    } else if (!this.#errors.some((error) => isSamePlace(error, finding))) this.#keep(this.#errors, finding);
  }

  /** From this position on, no error would be kept: as many were found before it as are shown. */
  get enoughFrom(): number {
    return this.#errors.length < this.#limit
      ? Number.POSITIVE_INFINITY
      : (this.#errors.at(-1)?.position ?? 0) + 1;
  }

  #keep(list: PlacedFinding[], finding: PlacedFinding): void {
    const place = list.findIndex((other) => comesBefore(finding, other));
    if (place >= 0) list.splice(place, 0, finding);
    else if (list.length < this.#limit) list.push(finding);
    if (list.length > this.#limit) list.pop();
  }

  /**
   * Reports the warnings, then throws what was found as one error.
   *
   * @throws BrctlError `input`, with the first error's place and all errors as problems
   */
  async settle(sources: readonly [ByteSource, ByteSource], warn?: (warning: Problem) => void): Promise<void> {
    const list = [...this.#warnings, ...this.#errors];
    if (list.length === 0) return;
    const lines = [await locate(sources[OLD], list, OLD), await locate(sources[NEW], list, NEW)] as const;
    const problems = list.map((finding) => toProblem(finding, sources, lines));
    for (const problem of problems) if (problem.severity === 'warning') warn?.(problem);
    const errors = problems.filter((problem) => problem.severity === 'error');
    if (errors[0] !== undefined) throw inputError(errors[0], errors);
  }
}

function comesBefore(a: PlacedFinding, b: PlacedFinding): boolean {
  return a.position === b.position ? a.side < b.side : a.position < b.position;
}

/** A line may be read more than once. */
function isSamePlace(a: PlacedFinding, b: PlacedFinding): boolean {
  return a.side === b.side && a.position === b.position && a.code === b.code;
}

async function locate(source: ByteSource, list: PlacedFinding[], side: Side): Promise<Map<number, number>> {
  const positions = list
    .flatMap((finding) => [finding, ...(finding.other === undefined ? [] : [finding.other])])
    .filter((place) => place.side === side)
    .map((place) => place.position);
  return positions.length === 0 ? new Map() : findLineNumbers(source, positions);
}

function toProblem(
  finding: PlacedFinding,
  sources: readonly [ByteSource, ByteSource],
  lines: readonly [Map<number, number>, Map<number, number>],
): Problem {
  const { side, severity, code, column, product, hint, other } = finding;
  const line = lines[side].get(finding.position);
  const message =
    other === undefined
      ? finding.message
      : `${finding.message} line ${formatCount(lines[other.side].get(other.position) ?? 0)}`;
  return {
    severity,
    code,
    message,
    file: sources[side].name,
    ...omitUndefined({ line, column, product, hint }),
  };
}

function inputError(first: Problem, problems: readonly Problem[]): BrctlError {
  const { severity: _, message: __, ...place } = first;
  const { message, ...details } = summarizeProblems(problems);
  return new BrctlError(message, { ...place, ...details, kind: 'input' });
}
