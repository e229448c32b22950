import { BrctlError } from '../../../base/errors.ts';
import { RawJson } from '../../../base/json/lossless.ts';
import { memoizeByText } from '../values/plain-text.ts';

/** Value of a field in a row: text, several texts where the field comes more than once, or a number or boolean as JSON. */
export type Cell = string | readonly string[] | RawJson | undefined;

/** One row of a feed: a line of a table, an element of a list. */
export class FeedRow {
  /** By the numbers that `FieldNames` gave. */
  readonly cells: readonly Cell[];
  /** Line of the feed on which it begins, from 1. */
  readonly line: number;
  readonly #fields: FieldNames;

  constructor(cells: readonly Cell[], line: number, fields: FieldNames) {
    this.cells = cells;
    this.line = line;
    this.#fields = fields;
  }

  /** Does the feed have this field? */
  knows(name: string): boolean {
    return this.#fields.has(name);
  }

  /** The cell of the first of these fields that has something. */
  cell(...names: readonly string[]): Cell {
    const candidates = names.map((name) => this.#fields.numbersOf(name));
    return findFirstCell(this.cells, candidates);
  }

  /** The first text of the first of these fields that has something; empty where there is none. */
  text(...names: readonly string[]): string {
    return getFirstText(this.cell(...names)).trim();
  }
}

/** `Image Link`, `image-link` and `g:image_link` are the same field. */
export const toPlainName = memoizeByText((name) =>
  name
    .replaceAll(/(^|\/)g:/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_'),
);

/** The fields of a feed, numbered as they are met: those of a table with its header, those of a list row by row. */
export class FieldNames {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #byPlainName = new Map<string, number[]>();
  readonly #translate: (plain: string) => string;

  /** @param translate the plain name by which a field is looked for, of the plain one that it has in the feed */
  constructor(translate: (plain: string) => string = (plain) => plain) {
    this.#translate = translate;
  }

  /** The number of a field by its exact name; a new one where it is met for the first time. */
  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.names.push(name) - 1;
    this.#numbers.set(name, number);
    // Of `g:id` and `id` the qualified one is meant: an Atom entry has its own id.
    const same = this.#listNumbers(this.plainNameOf(name));
    if (name.startsWith('g:')) same.unshift(number);
    else same.push(number);
    return number;
  }

  /** The numbers of all fields of this name, however it is spelled; the array grows as fields are met. */
  numbersOf(name: string): number[] {
    return this.#listNumbers(toPlainName(name));
  }

  plainNameOf(name: string): string {
    return this.#translate(toPlainName(name));
  }

  #listNumbers(plain: string): number[] {
    const known = this.#byPlainName.get(plain);
    if (known !== undefined) return known;
    const numbers: number[] = [];
    this.#byPlainName.set(plain, numbers);
    return numbers;
  }

  has(name: string): boolean {
    return this.numbersOf(name).length > 0;
  }

  /** Reads what is in a field, the first of these names that has something. */
  cellReader(...names: readonly string[]): (row: FeedRow) => Cell {
    const candidates = names.map((name) => this.numbersOf(name));
    return ({ cells }) => findFirstCell(cells, candidates);
  }
}

/** Called for each value of each row. */
function findFirstCell(cells: readonly Cell[], candidates: readonly (readonly number[])[]): Cell {
  for (const numbers of candidates)
    for (const number of numbers) {
      const cell = cells[number];
      if (cell !== undefined && cell !== '') return cell;
    }
  return undefined;
}

/** The texts of a cell, none where it is empty. */
export function listTexts(cell: Cell): readonly string[] {
  if (cell === undefined) return [];
  if (typeof cell === 'string') return [cell];
  return cell instanceof RawJson ? [cell.text] : cell;
}

/** A field that comes more than once has several texts. */
export function addToCell(cells: Cell[], number: number, cell: string | RawJson): void {
  const before = cells[number];
  cells[number] = before === undefined ? cell : [...listTexts(before), ...listTexts(cell)];
}

/** The text of a cell, the first of several; empty where there is none. */
export function getFirstText(cell: Cell): string {
  return typeof cell === 'string' ? cell : (listTexts(cell)[0] ?? '');
}

export interface RowHandler {
  row(cells: Cell[], line: number): void;
  /** A row that cannot be read; reading goes on behind it. */
  rejected(code: string, message: string, line: number): void;
}

/** Cuts a feed, which comes as whole characters of UTF-8, into rows. Memory: one row, never more than the limit. */
export interface RowReader {
  /** @throws BrctlError when nothing that follows can be told apart */
  push(chunk: Buffer): void | Promise<void>;
  /** @throws BrctlError when the feed ends in the middle of something */
  end(): void | Promise<void>;
}

/** A feed of which nothing more can be read. */
export function unreadableFeedError(code: string, message: string, line: number, hint: string): BrctlError {
  return new BrctlError(message, {
    kind: 'input',
    code,
    line,
    why: 'the rest cannot be parsed, so brctl used nothing of the feed',
    hint,
  });
}
