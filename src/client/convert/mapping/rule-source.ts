import { RawJson } from '../../../base/json/lossless.ts';
import { type Cell, type FeedRow, type FieldNames, getFirstText } from '../rows/fields.ts';
import type { Amount } from '../values/amount.ts';
import { isWithin } from '../values/period.ts';
import { toSlug } from '../values/plain-text.ts';
import { type FieldRule, listRules, type Mapping } from './mapping.ts';

export interface NumberReaders {
  /** The currencies that stood beside the prices read so far; the caller clears them. */
  currencies: Set<string>;
  /** Beside one of them stood a `kr` of which nobody knows whose crown it is; cleared with them. */
  isUnclear: boolean;
  /** A reader of the numbers of an attribute. */
  readerOf(attribute: string): (text: string) => Amount;
  /** The currency beside a price, or by itself; empty or undefined where there is none. */
  currencyIn(text: string): string | undefined;
}

export interface RuleContext {
  fields: FieldNames;
  numbers: NumberReaders;
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
    ...[...template.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => splitAlternatives(name)),
    ...[during, from, until].filter((name) => name !== undefined),
    ...(rule.else === undefined ? [] : listRuleFields(rule.else)),
  ];
}

/** The fields that any rule of a mapping reads. */
export function listMappingFields(mapping: Mapping): string[] {
  return listRules(mapping).flatMap(([, rule]) => listRuleFields(rule));
}

const PLACEHOLDER = /\{([^{}|]+)(?:\|(url|slug))?\}/g;

/** `{handle or url handle}`: the first that has a value. */
function splitAlternatives(placeholder: string): string[] {
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
    const value = row.text(...splitAlternatives(names));
    isWhole &&= value !== '';
    return FILTERS[filter]?.(value) ?? value;
  });
  return isWhole ? text : undefined;
}

function asCell(value: string | number | boolean): Cell {
  return typeof value === 'string' ? value : new RawJson(String(value));
}

function compileField({ field, value, template, join, with: between = ' ' }: FieldRule, fields: FieldNames) {
  if (value !== undefined) {
    const cell = asCell(value);
    return () => cell;
  }
  if (template !== undefined) return (row: FeedRow) => fillTemplate(template, row);
  if (join === undefined) return fields.cellReader(...[field ?? []].flat());
  return (row: FeedRow): Cell => {
    const texts = join.map((name) => row.text(name));
    return texts.filter((text) => text !== '').join(between) || undefined;
  };
}

/** A code that a spreadsheet wrote as a number, such as `4,00638E+12`. */
const LOST_DIGITS = /^\s*\d[.,]\d+E\+\d+\s*$/i;

/**
 * Makes the reader of what a rule finds in a row, looked up and in its period.
 *
 * @param isCode of which a spreadsheet may have lost digits: its reader throws a ValueProblem then
 */
export function compileSource(
  rule: FieldRule,
  { fields, nowMs }: RuleContext,
  isCode: boolean,
): (row: FeedRow) => Cell {
  const read = compileField(rule, fields);
  const { lookup = {}, default: byDefault, during, from, until } = rule;
  const table = new Map(Object.entries(lookup).map(([text, value]) => [text, asCell(value)]));
  const fallback = byDefault === undefined ? undefined : asCell(byDefault);
  const hasPeriod = (during ?? from ?? until) !== undefined;
  if (table.size === 0 && fallback === undefined && !hasPeriod && !isCode) return read;
  return (row) => {
    const given = read(row);
    if (isCode && LOST_DIGITS.test(getFirstText(given)))
      throw new ValueProblem('value.digits', `'${getFirstText(given)}' has lost digits in a spreadsheet`);
    const cell = given === undefined ? fallback : (table.get(getFirstText(given).trim()) ?? given);
    return cell !== undefined && hasPeriod && !isInPeriod(row, rule, nowMs) ? undefined : cell;
  };
}

function isInPeriod(row: FeedRow, { during, from, until }: FieldRule, nowMs: number): boolean {
  const ends = [from, until].map((name) => (name === undefined ? '' : row.text(name)));
  const [first = '', last = ''] = during === undefined ? ends : row.text(during).split('/');
  const isNow = isWithin(nowMs, first, last);
  if (isNow === undefined) throw new ValueProblem('value.period', `'${first}/${last}' is not a period`);
  return isNow;
}
