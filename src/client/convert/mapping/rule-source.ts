import { RawJson } from '../../../base/json/lossless.ts';
import { type Cell, type FeedRow, type FieldNames, getFirstText } from '../rows/fields.ts';
import type { Amount } from '../values/amount.ts';
import { isWithin } from '../values/period.ts';
import { toSlug } from '../values/plain-text.ts';
import type { FieldRule } from './mapping.ts';

export interface RuleContext {
  fields: FieldNames;
  /** Readers of the numbers of an attribute. */
  numbers: { readerOf(attribute: string): (text: string) => Amount };
  /** For periods. */
  nowMs: number;
  /** Addresses without a host are below this one. */
  shopUrl?: string | undefined;
}

export class ValueProblem extends Error {
  override readonly name: string = 'ValueProblem';
  /** Stable, dotted, lower case. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function ellipsizeText(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export function listRuleFields(rule: FieldRule): string[] {
  const { field = [], join = [], template = '', during, from, until } = rule;
  return [
    ...(typeof field === 'string' ? [field] : field),
    ...join,
    ...[...template.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => alternatives(name)),
    ...[during, from, until].filter((name) => name !== undefined),
    ...(rule.else === undefined ? [] : listRuleFields(rule.else)),
  ];
}

const PLACEHOLDER = /\{([^{}|]+)(?:\|(url|slug))?\}/g;

/** `{handle or url handle}`: the first that has a value. */
function alternatives(placeholder: string): string[] {
  return placeholder.split(' or ').map((name) => name.trim());
}

const FILTERS: Readonly<Record<string, (text: string) => string>> = {
  url: encodeURIComponent,
  slug: toSlug,
};

/** A text with the fields that it names; none where one of them is empty. */
function fillTemplate(template: string, row: FeedRow): Cell {
  let isWhole = true;
  const text = template.replaceAll(PLACEHOLDER, (_, names: string, filter = '') => {
    const value = row.text(...alternatives(names));
    isWhole &&= value !== '';
    return FILTERS[filter]?.(value) ?? value;
  });
  return isWhole ? text : undefined;
}

function asCell(value: string | number | boolean): Cell {
  return typeof value === 'string' ? value : new RawJson(String(value));
}

export function compileSource(rule: FieldRule, fields: FieldNames): (row: FeedRow) => Cell {
  const { field, value, template, join } = rule;
  if (value !== undefined) {
    const cell = asCell(value);
    return () => cell;
  }
  if (template !== undefined) return (row) => fillTemplate(template, row);
  if (join !== undefined)
    return (row) =>
      join
        .map((name) => row.text(name))
        .filter(Boolean)
        .join(rule.with ?? ' ') || undefined;
  return fields.cellReader(...[field ?? []].flat());
}

/** @throws ValueProblem for `4,00638E+12`, a code that a spreadsheet wrote as a number */
export function withAllDigits(read: (row: FeedRow) => Cell): (row: FeedRow) => Cell {
  return (row) => {
    const cell = read(row);
    if (/^\s*\d[.,]\d+E\+\d+\s*$/i.test(getFirstText(cell)))
      throw new ValueProblem('value.digits', `'${getFirstText(cell)}' has lost digits in a spreadsheet`);
    return cell;
  };
}

export function withLookup(read: (row: FeedRow) => Cell, rule: FieldRule): (row: FeedRow) => Cell {
  const { lookup, default: byDefault } = rule;
  const table = new Map(Object.entries(lookup ?? {}).map(([from, to]) => [from, asCell(to)]));
  const fallback = byDefault === undefined ? undefined : asCell(byDefault);
  if (table.size === 0 && fallback === undefined) return read;
  return (row) => {
    const cell = read(row);
    if (cell === undefined) return fallback;
    const found = table.get(getFirstText(cell).trim());
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
  return (row) => {
    const cell = read(row);
    if (cell === undefined) return undefined;
    const [first = '', last = ''] =
      during === undefined
        ? [row.text(...[from ?? []].flat()), row.text(...[until ?? []].flat())]
        : row.text(during).split('/');
    const isNow = isWithin(context.nowMs, first, last);
    if (isNow === undefined) throw new ValueProblem('value.period', `'${first}/${last}' is not a period`);
    return isNow ? cell : undefined;
  };
}
