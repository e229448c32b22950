import { RawJson } from '../../../base/json/lossless.ts';
import type { Cell, FeedRow, FieldNames } from '../rows/fields.ts';
import { textsOf } from '../rows/json-rows.ts';
import type { Amount } from '../values/amount.ts';
import { isWithin } from '../values/period.ts';
import { slugOf } from '../values/slug.ts';
import type { FieldRule } from './mapping.ts';

export interface RuleContext {
  fields: FieldNames;
  /** Readers of the numbers of an attribute. */
  numbers: { readerOf(attribute: string): (text: string) => Amount };
  /** For periods. */
  nowMs: number;
  /** Addresses without a host are below this one. */
  shopUrl: string | undefined;
}

export class ValueProblem extends Error {
  override readonly name = 'ValueProblem';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Reads the first text of a field, the first of these names that has one; empty where there is none. */
export function textReader(fields: FieldNames, ...names: readonly string[]): (row: FeedRow) => string {
  const read = cellReader(fields, names);
  return (row) => firstText(read(row)).trim();
}

/** Reads what is in a field, the first of these names that has something. */
export function cellReader(fields: FieldNames, names: readonly string[]): (row: FeedRow) => Cell {
  const candidates = names.map((name) => fields.numbersOf(name));
  // Called for each value of each row: loops by index, which make nothing.
  return ({ cells }) => {
    for (let at = 0; at < candidates.length; at++) {
      const numbers = candidates[at] as readonly number[];
      for (let next = 0; next < numbers.length; next++) {
        const cell = cells[numbers[next] as number];
        if (cell !== undefined && cell !== '') return cell;
      }
    }
    return undefined;
  };
}

/** The text of a cell, the first of several; empty where there is none. */
export function firstText(cell: Cell): string {
  return typeof cell === 'string' ? cell : (textsOf(cell)[0] ?? '');
}

export function fieldsOf(rule: FieldRule): string[] {
  const { field = [], join = [], template = '', during, from, until } = rule;
  return [
    ...(typeof field === 'string' ? [field] : field),
    ...join,
    ...[...template.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => alternatives(name)),
    ...[during, from, until].filter((name) => name !== undefined),
    ...(rule.else === undefined ? [] : fieldsOf(rule.else)),
  ];
}

const PLACEHOLDER = /\{([^{}|]+)(?:\|(url|slug))?\}/g;

/** `{handle or url handle}`: the first that has a value. */
function alternatives(placeholder: string): string[] {
  return placeholder.split(' or ').map((name) => name.trim());
}

const FILTERS: Readonly<Record<string, (text: string) => string>> = {
  url: encodeURIComponent,
  slug: slugOf,
};

/** A text with the fields that it names; none where one of them is empty. */
function templateReader(fields: FieldNames, template: string): (row: FeedRow) => Cell {
  const parts: ((row: FeedRow) => string)[] = [];
  let at = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    const literal = template.slice(at, match.index);
    const read = textReader(fields, ...alternatives(match[1] as string));
    const filter = FILTERS[match[2] ?? ''] ?? ((text: string) => text);
    parts.push(
      () => literal,
      (row) => filter(read(row)),
    );
    at = match.index + match[0].length;
  }
  const rest = template.slice(at);
  return (row) => {
    let text = '';
    for (const [index, part] of parts.entries()) {
      const piece = part(row);
      if (index % 2 === 1 && piece === '') return undefined;
      text += piece;
    }
    return text + rest;
  };
}

function joinReader(fields: FieldNames, names: readonly string[], between: string): (row: FeedRow) => Cell {
  const readers = names.map((name) => textReader(fields, name));
  return (row) =>
    readers
      .map((read) => read(row))
      .filter((text) => text !== '')
      .join(between) || undefined;
}

function asCell(value: string | number | boolean): Cell {
  return typeof value === 'string' ? value : new RawJson(String(value));
}

export function sourceOf(rule: FieldRule, fields: FieldNames): (row: FeedRow) => Cell {
  const { field, value, template, join } = rule;
  if (value !== undefined) {
    const cell = asCell(value);
    return () => cell;
  }
  if (template !== undefined) return templateReader(fields, template);
  if (join !== undefined) return joinReader(fields, join, rule.with ?? ' ');
  return cellReader(fields, typeof field === 'string' ? [field] : (field ?? []));
}

export function withLookup(read: (row: FeedRow) => Cell, rule: FieldRule): (row: FeedRow) => Cell {
  const { lookup, default: byDefault } = rule;
  const table = new Map(Object.entries(lookup ?? {}).map(([from, to]) => [from, asCell(to)]));
  const fallback = byDefault === undefined ? undefined : asCell(byDefault);
  if (table.size === 0 && fallback === undefined) return read;
  return (row) => {
    const cell = read(row);
    if (cell === undefined) return fallback;
    const found = table.get(firstText(cell).trim());
    return found ?? cell;
  };
}

export function withPeriod(
  read: (row: FeedRow) => Cell,
  rule: FieldRule,
  context: RuleContext,
): (row: FeedRow) => Cell {
  const { during, from, until } = rule;
  if (during === undefined && from === undefined && until === undefined) return read;
  const ends = during === undefined ? undefined : textReader(context.fields, during);
  const start = textReader(context.fields, from ?? '\n');
  const end = textReader(context.fields, until ?? '\n');
  return (row) => {
    const cell = read(row);
    if (cell === undefined) return undefined;
    const period = ends?.(row);
    if (period === '') return cell;
    const [first = '', last = ''] = period === undefined ? [start(row), end(row)] : period.split('/');
    const isNow = isWithin(context.nowMs, first, last);
    if (isNow === undefined) throw new ValueProblem('value.period', `'${first}/${last}' is not a period`);
    return isNow ? cell : undefined;
  };
}
