import type { Problem } from '../../base/errors.ts';
import { locateOffset } from '../../base/json/problem.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { ellipsize } from '../../base/wording/ellipsize.ts';
import { HINTS } from './hints.ts';

/** How many findings of each severity are kept, unless told otherwise (own). */
export const DEFAULT_MAX_PROBLEMS = 20;

/** After this many errors the input is not a catalog at all: the rest is not read. */
export const MAX_COUNTED_ERRORS = 100_000;

/** Characters of names and ids that a finding quotes; hostile files have some of megabytes. */
const MAX_QUOTED = 300;

/** The text that findings are about: one line, or one element of a JSON array. */
export interface FindingSource {
  bytes: Uint8Array;
  /** First byte of the text. */
  start: number;
  /** Line of the input on which the text starts, from 1. */
  line: number;
  /** Column at which it starts, from 1; a line starts at 1, an element of an array anywhere. */
  column?: number;
}

export interface FindingDetails {
  /** Byte at which the finding lies; without it the finding has no column. */
  offset?: number;
  /** JSON Pointer inside the line's document. */
  pointer?: string;
  /** How to fix it; without it, what `HINTS` has for the code. */
  hint?: string;
}

/**
 * Collects what is found in an input: counts everything, keeps the first few of each severity with their places.
 * A place costs time only for what is kept, so that a line with a million faults is still read in linear time.
 */
export class Findings {
  errors = 0;
  warnings = 0;
  /** Product whose operation is being checked, where it is known. */
  product: string | undefined;
  readonly kept: Problem[] = [];
  /** How often each code was found. */
  readonly countByCode = new Map<string, number>();
  #source: FindingSource | undefined;
  #line = 0;
  #column: number | undefined;
  readonly #maxKept: number;
  readonly #file: string | undefined;

  constructor(maxKept = DEFAULT_MAX_PROBLEMS, file?: string) {
    this.#maxKept = maxKept;
    this.#file = file;
  }

  /** The findings that follow are in this text. */
  beginText(source: FindingSource): void {
    this.#source = source;
    this.#line = source.line;
    this.product = undefined;
  }

  /** The findings that follow are on this line, whose text is not at hand; at this column, where it is known. */
  beginLine(line: number, column?: number): void {
    this.#source = undefined;
    this.#line = line;
    this.#column = column;
    this.product = undefined;
  }

  error(code: string, message: string, details: FindingDetails = {}): void {
    this.errors++;
    this.#add('error', this.errors, code, message, details);
  }

  warning(code: string, message: string, details: FindingDetails = {}): void {
    this.warnings++;
    this.#add('warning', this.warnings, code, message, details);
  }

  /** Are all warnings that will be kept known? Then it is enough to count the others. */
  get hasEnoughWarnings(): boolean {
    return this.warnings >= this.#maxKept;
  }

  /** Counts what would not be kept, or of which only the number is known. */
  countMore(severity: Problem['severity'], code: string, count: number): void {
    if (count <= 0) return;
    if (severity === 'error') this.errors += count;
    else this.warnings += count;
    this.countByCode.set(code, (this.countByCode.get(code) ?? 0) + count);
  }

  #add(
    severity: Problem['severity'],
    nth: number,
    code: string,
    message: string,
    { offset, pointer, hint = HINTS[code] }: FindingDetails,
  ): void {
    this.countByCode.set(code, (this.countByCode.get(code) ?? 0) + 1);
    if (nth > this.#maxKept) return;
    this.kept.push({
      severity,
      code,
      message: ellipsize(message, MAX_QUOTED),
      ...omitUndefined({ file: this.#file, ...this.#locate(offset) }),
      ...(this.product === undefined ? {} : { product: ellipsize(this.product, MAX_QUOTED) }),
      ...(pointer === undefined ? {} : { pointer: ellipsize(pointer, MAX_QUOTED) }),
      ...omitUndefined({ hint }),
    });
  }

  #locate(offset: number | undefined): { line?: number; column?: number | undefined } {
    if (this.#line === 0) return {};
    if (this.#source === undefined) return { line: this.#line, column: this.#column };
    if (offset === undefined) return { line: this.#line };
    const { bytes, start, column = 1 } = this.#source;
    const place = locateOffset(bytes, start, offset);
    return {
      line: this.#line + place.lineFeeds,
      column: place.lineFeeds === 0 ? place.column + column - 1 : place.column,
    };
  }
}
