import { attributeRule } from '../../catalog/rules/attribute-rules.ts';
import { RawJson } from '../../json/lossless.ts';
import type { Cell, FeedRow, FieldNames } from '../rows/fields.ts';
import { textsOf } from '../rows/json-rows.ts';
import { type DecimalMark, readAmount } from '../values/amount.ts';
import { categoryPath } from '../values/categories.ts';
import { readFlag } from '../values/flag.ts';
import { isWithin } from '../values/period.ts';
import { cleanText, textOfHtml } from '../values/plain-text.ts';
import { convertUnit } from '../values/units.ts';
import type { FieldRule, ValueType } from './mapping.ts';

/** What readers of values need to know. */
export interface RuleContext {
  fields: FieldNames;
  decimal: DecimalMark;
  /** For periods. */
  nowMs: number;
  /** Addresses without a host are below this one. */
  shopUrl: string | undefined;
}

/** The JSON of an attribute's value, undefined where the row has none; throws a `ValueProblem`. */
export type ValueReader = (row: FeedRow) => string | undefined;

/** A value that is not what the attribute holds. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
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
function firstText(cell: Cell): string {
  return typeof cell === 'string' ? cell : (textsOf(cell)[0] ?? '');
}

/** Names of the fields that a rule reads. */
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
  slug: (text) =>
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
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

function sourceOf(rule: FieldRule, fields: FieldNames): (row: FeedRow) => Cell {
  const { field, value, template, join } = rule;
  if (value !== undefined) {
    const cell = asCell(value);
    return () => cell;
  }
  if (template !== undefined) return templateReader(fields, template);
  if (join !== undefined) return joinReader(fields, join, rule.with ?? ' ');
  return cellReader(fields, typeof field === 'string' ? [field] : (field ?? []));
}

function withLookup(read: (row: FeedRow) => Cell, rule: FieldRule): (row: FeedRow) => Cell {
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

function withPeriod(
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
    const [first = '', last = ''] = ends === undefined ? [start(row), end(row)] : ends(row).split('/');
    const isNow = isWithin(context.nowMs, first, last);
    if (isNow === undefined) throw new ValueProblem('value.period', `'${first}/${last}' is not a period`);
    return isNow ? cell : undefined;
  };
}

/** What the service documents for an attribute of this name (doc: public-facts B4), as the type of a value. */
export function typeOf(attribute: string): ValueType | undefined {
  const { type } = attributeRule(attribute, 'products');
  if (type === 'string') return /^url$|_image$/.test(attribute) ? 'url' : 'text';
  if (type === 'category_paths') return 'categories';
  return type === 'number' || type === 'boolean' ? type : undefined;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

type Convert = (cell: Exclude<Cell, undefined>) => string | undefined;

function numberOf(rule: FieldRule, { decimal }: RuleContext): Convert {
  const { unit, from_unit: fromUnit } = rule;
  return (cell) => {
    const text = firstText(cell);
    const amount = readAmount(text, cell instanceof RawJson ? 'point' : decimal);
    if (amount === undefined) throw new ValueProblem('value.number', `'${shortened(text)}' is not a number`);
    if (unit === undefined) return amount.digits;
    const from = (amount.unit || fromUnit) ?? unit;
    const converted = convertUnit(amount.digits, from.toLowerCase(), unit);
    if (converted === undefined)
      throw new ValueProblem('value.unit', `${shortened(text)} cannot be given in ${unit}`);
    return converted;
  };
}

function flagOf(cell: Exclude<Cell, undefined>): string | undefined {
  const text = firstText(cell);
  if (text.trim() === '') return undefined;
  const flag = readFlag(text);
  if (flag === undefined)
    throw new ValueProblem(
      'value.boolean',
      `'${shortened(text)}' is neither yes nor no, nor an availability`,
    );
  return String(flag);
}

function currencyOf({ decimal }: RuleContext): Convert {
  return (cell) => {
    const unit = readAmount(firstText(cell), decimal)?.unit.toUpperCase() ?? '';
    return /^[A-Z]{3}$/.test(unit) ? JSON.stringify(unit) : undefined;
  };
}

function urlOf({ split, below = '' }: FieldRule, { shopUrl }: RuleContext): Convert {
  const addressOf = (text: string): string => {
    if (text.startsWith('https://') || /^(?:https?:)?\/\//i.test(text)) return text;
    if (shopUrl === undefined)
      throw new ValueProblem('value.url', `'${shortened(text)}' has no host: --shop-url https://…`);
    const parts = [shopUrl, below, text].map((part) => part.replaceAll(/^\/+|\/+$/g, ''));
    return parts.filter((part) => part !== '').join('/') + (text.endsWith('/') ? '/' : '');
  };
  return (cell) => {
    if (split !== undefined) {
      const list = pieces(cell, split).map(addressOf);
      return list.length === 0 ? undefined : JSON.stringify(list);
    }
    const text = cleanText(firstText(cell));
    return text === '' ? undefined : JSON.stringify(addressOf(text));
  };
}

function pieces(cell: Exclude<Cell, undefined>, split: string | undefined): string[] {
  const texts = split === undefined ? textsOf(cell) : textsOf(cell).flatMap((text) => text.split(split));
  return texts.map(cleanText).filter((text) => text !== '');
}

function listOf({ split }: FieldRule): Convert {
  return (cell) => {
    const list = pieces(cell, split);
    return list.length === 0 ? undefined : JSON.stringify(list);
  };
}

function categoriesOf({ split, path = '>' }: FieldRule): Convert {
  return (cell) => {
    const paths = new Set<string>();
    for (const text of pieces(cell, split)) {
      const categories = categoryPath(text, path);
      if (categories !== undefined) paths.add(categories);
    }
    return paths.size === 0 ? undefined : `[${[...paths].join(',')}]`;
  };
}

function textWith(clean: (text: string) => string): Convert {
  return (cell) => {
    const text = clean(firstText(cell));
    return text === '' ? undefined : JSON.stringify(text);
  };
}

/** As the feed has it: text, a number of JSON, or a list. */
function asItIs(cell: Exclude<Cell, undefined>): string | undefined {
  if (cell instanceof RawJson) return cell.text;
  if (typeof cell !== 'string') return JSON.stringify(cell.map(cleanText));
  const text = cleanText(cell);
  return text === '' ? undefined : JSON.stringify(text);
}

function converterOf(type: ValueType | undefined, rule: FieldRule, context: RuleContext): Convert {
  switch (type) {
    case 'number':
      return numberOf(rule, context);
    case 'boolean':
      return flagOf;
    case 'categories':
      return categoriesOf(rule);
    case 'list':
      return listOf(rule);
    case 'url':
      return urlOf(rule, context);
    case 'currency':
      return currencyOf(context);
    case 'html':
      return textWith(textOfHtml);
    case 'text':
      return textWith(cleanText);
    default:
      return rule.split === undefined ? asItIs : listOf(rule);
  }
}

/** Makes the reader of an id from its rule; it gives an empty text where a row has none. */
export function compileId(rule: FieldRule, context: RuleContext): (row: FeedRow) => string {
  const read = withLookup(sourceOf(rule, context.fields), rule);
  return (row) => cleanText(firstText(read(row)));
}

/**
 * Makes the reader of an attribute's values from its rule.
 *
 * @param attribute its name, which tells the type where the rule does not
 */
export function compileRule(attribute: string, rule: FieldRule, context: RuleContext): ValueReader {
  const read = withPeriod(withLookup(sourceOf(rule, context.fields), rule), rule, context);
  const type =
    rule.type ?? (rule.split !== undefined && attribute === 'keywords' ? 'list' : typeOf(attribute));
  const convert = converterOf(type, rule, context);
  const otherwise = rule.else && compileRule(attribute, rule.else, context);
  return (row) => {
    const cell = read(row);
    const json = cell === undefined || cell === '' ? undefined : convert(cell);
    return json ?? otherwise?.(row);
  };
}
