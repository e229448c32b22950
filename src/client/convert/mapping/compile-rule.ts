import { RawJson } from '../../../base/json/lossless.ts';
import { type Cell, type FeedRow, type FieldNames, getFirstText, listTexts } from '../rows/fields.ts';
import { scaleDown } from '../values/amount.ts';
import { toCategoryPath } from '../values/categories.ts';
import { countFractionDigits, currencyOf } from '../values/currencies.ts';
import { readFlag } from '../values/flag.ts';
import { isWithin } from '../values/period.ts';
import { cleanText, ellipsizeText, extractHtmlText, memoizeByText, toSlug } from '../values/plain-text.ts';
import { convertUnit } from '../values/units.ts';
import { type FieldRule, getValueType, PLACEHOLDER, splitAlternatives, ValueProblem } from './mapping.ts';
import type { NumberReaders } from './number-columns.ts';

export interface RuleContext {
  fields: FieldNames;
  numbers: NumberReaders;
  /** For periods. */
  nowMs: number;
  /** Addresses without a host are below this one. */
  shopUrl?: string | undefined;
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
    const texts = join.flatMap((name) => listTexts(row.cell(name)).map((text) => text.trim()));
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
function compileSource(
  rule: FieldRule,
  { fields, nowMs }: RuleContext,
  isCode: boolean,
): (row: FeedRow) => Cell {
  const read = compileField(rule, fields);
  const { lookup = {}, default: byDefault, when, during, from, until, minor } = rule;
  const table = new Map(Object.entries(lookup).map(([text, value]) => [text, asCell(value)]));
  const fallback = byDefault === undefined ? undefined : asCell(byDefault);
  const hasPeriod = (when ?? during ?? from ?? until) !== undefined;
  if (table.size === 0 && (fallback ?? minor) === undefined && !hasPeriod && !isCode) return read;
  return (row) => {
    const given = read(row);
    if (isCode && LOST_DIGITS.test(getFirstText(given)))
      throw new ValueProblem('value.digits', `'${getFirstText(given)}' has lost digits in a spreadsheet`);
    const cell = given === undefined ? fallback : (table.get(getFirstText(given).trim()) ?? given);
    if (cell === undefined || (hasPeriod && !isInPeriod(row, rule, nowMs))) return undefined;
    return minor === undefined
      ? cell
      : readMinor(getFirstText(cell), typeof minor === 'number' ? `${minor}` : row.text(minor));
  };
}

/** @param digits their number, or the currency that has them; empty for two */
function readMinor(text: string, digits: string): Cell {
  if (text.trim() === '') return undefined;
  const places = /^\d$/.test(digits) ? Number(digits) : countFractionDigits(currencyOf(digits));
  const amount = scaleDown(text.trim(), places);
  if (amount === undefined)
    throw new ValueProblem('value.number', `'${ellipsizeText(text)}' is not a whole number of cents`);
  return new RawJson(amount);
}

function isInPeriod(row: FeedRow, { when, during, from, until }: FieldRule, nowMs: number): boolean {
  if (when !== undefined && readFlag(row.text(when)) !== true) return false;
  const ends = [from, until].map((name) => (name === undefined ? '' : row.text(name)));
  const [first = '', last = ''] = during === undefined ? ends : row.text(during).split('/');
  const isNow = isWithin(nowMs, first, last);
  if (isNow === undefined) throw new ValueProblem('value.period', `'${first}/${last}' is not a period`);
  return isNow;
}

/** Makes the JSON of a value of what a row has; undefined where that is nothing. */
type Convert = (cell: Exclude<Cell, undefined>) => string | undefined;

const JSON_NUMBER = /^-?\d/;

function compileNumber(attribute: string, rule: FieldRule, { numbers }: RuleContext): Convert {
  const { unit, from_unit: fromUnit } = rule;
  const read = numbers.readerOf(attribute);
  return (cell) => {
    const text = getFirstText(cell);
    if (text.trim() === '') return undefined;
    const amount =
      cell instanceof RawJson && JSON_NUMBER.test(text) ? { digits: text, unit: '' } : read(text);
    if (unit === undefined) return amount.digits;
    const from = (amount.unit || fromUnit) ?? unit;
    const converted = convertUnit(amount.digits, from.toLowerCase(), unit);
    if (converted === undefined)
      throw new ValueProblem('value.unit', `${ellipsizeText(text)} cannot be given in ${unit}`);
    return converted;
  };
}

function convertFlag(cell: Exclude<Cell, undefined>): string | undefined {
  const text = getFirstText(cell);
  if (text.trim() === '') return undefined;
  const flag = readFlag(text);
  if (flag === undefined)
    throw new ValueProblem(
      'value.boolean',
      `'${ellipsizeText(text)}' is neither yes nor no, nor an availability`,
    );
  return String(flag);
}

/** Between the addresses of a list; in one address each of these may stand. */
const BETWEEN_ADDRESSES = /[\s,;|]+(?=https?:\/\/)|(?<=^(?!https?:).*\.(?:jpe?g|png|webp|gif))\s*[,;|]/i;

function compileUrl({ split, below = '' }: FieldRule, { shopUrl }: RuleContext): Convert {
  const completeAddress = (text: string): string => {
    if (text.startsWith('https://') || /^https?:\/\//i.test(text)) return text;
    if (text.startsWith('//')) return `https:${text}`;
    if (/^www\./i.test(text)) return `https://${text}`;
    if (shopUrl === undefined)
      throw new ValueProblem('value.url', `'${ellipsizeText(text)}' has no host: --shop-url https://…`);
    const parts = [shopUrl, below, text].map((part) => part.replaceAll(/^\/+|\/+$/g, ''));
    return parts.filter((part) => part !== '').join('/') + (text.endsWith('/') ? '/' : '');
  };
  return (cell) => {
    if (split !== undefined) {
      // An address may hold commas.
      const list = listTexts(cell)
        .flatMap((text) =>
          /^\s*https?:/.test(text) ? text.split(BETWEEN_ADDRESSES).map(cleanText) : splitPieces(text, split),
        )
        .map(completeAddress);
      return list.length === 0 ? undefined : JSON.stringify(list);
    }
    const [text = ''] = cleanText(getFirstText(cell)).split(BETWEEN_ADDRESSES, 1);
    return text === '' ? undefined : JSON.stringify(completeAddress(text));
  };
}

function splitPieces(cell: Exclude<Cell, undefined>, split: string | undefined): string[] {
  const texts = listTexts(cell).flatMap((text) => (split === undefined ? text : splitEscaped(text, split)));
  return texts.map(cleanText).filter((text) => text !== '');
}

/** The parts of a list; one that holds a separator has a backslash before it. */
export function splitEscaped(text: string, separator: string): string[] {
  const parts = text.includes('\\')
    ? text.replaceAll(`\\${separator}`, '\0').split(separator)
    : text.split(separator);
  return parts.map((part) => part.replaceAll('\0', separator).trim()).filter((part) => part !== '');
}

function compileList({ split }: FieldRule): Convert {
  return (cell) => {
    const list = splitPieces(cell, split);
    return list.length === 0 ? undefined : JSON.stringify(list);
  };
}

function compileCategories({ split, path = '>', root = [] }: FieldRule): Convert {
  const separators = typeof path === 'string' ? [path] : path;
  const dropRoot = (text: string, separator: string): string => {
    const [first = '', ...below] = text.split(separator);
    return below.length > 0 && (root === true || root.includes(first.trim())) ? below.join(separator) : text;
  };
  const findSeparator = (text: string) => separators.find((one) => text.includes(one));
  const convertPath = memoizeByText((text) => {
    const separator = findSeparator(text) ?? (separators[0] as string);
    return toCategoryPath(dropRoot(text, separator), separator);
  }, 20_000);
  return (cell) => {
    // Paths that the reader of the feed made of ids.
    if (cell instanceof RawJson && cell.text.startsWith('[')) return cell.text;
    const paths = new Set<string>();
    const texts = splitPieces(cell, split);
    for (const text of texts) {
      const isRoot = root === true && findSeparator(text) === undefined && texts.some(findSeparator);
      const categories = isRoot ? undefined : convertPath(text);
      if (categories !== undefined) paths.add(categories);
    }
    return paths.size === 0 ? undefined : `[${[...paths].join(',')}]`;
  };
}

function compileText(clean: (text: string) => string): Convert {
  return (cell) => {
    const text = clean(getFirstText(cell));
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

/** The way from what a row has to JSON of a type. */
const CONVERTERS: Readonly<
  Record<NonNullable<FieldRule['type']>, (rule: FieldRule, to: RuleContext, attribute: string) => Convert>
> = {
  number: (rule, context, attribute) => compileNumber(attribute, rule, context),
  boolean: () => convertFlag,
  categories: compileCategories,
  list: compileList,
  url: compileUrl,
  currency:
    (_, { numbers }) =>
    (cell) => {
      const code = numbers.currencyIn(getFirstText(cell));
      return code === undefined || code === '' ? undefined : `"${code}"`;
    },
  html: () => compileText(extractHtmlText),
  text: () => compileText(cleanText),
};

export const VALUE_TYPES = Object.keys(CONVERTERS);

/** The JSON of an attribute's value, undefined where the row has none; throws a `ValueProblem`. */
export type ValueReader = (row: FeedRow) => string | undefined;

/** Makes the reader of an id from its rule; it gives an empty text where a row has none. */
export function compileId(rule: FieldRule, context: RuleContext): (row: FeedRow) => string {
  const read = compileSource(rule, context, true);
  return (row) => cleanText(getFirstText(read(row)));
}

/** Makes the reader of an attribute's values; its name tells the type where the rule does not. */
export function compileRule(attribute: string, rule: FieldRule, context: RuleContext): ValueReader {
  const read = compileSource(rule, context, attribute === 'gtin');
  const type =
    rule.type ?? (rule.split !== undefined && attribute === 'keywords' ? 'list' : getValueType(attribute));
  const asItsType = type && CONVERTERS[type](rule, context, attribute);
  const convert = asItsType ?? (rule.split === undefined ? asItIs : compileList(rule));
  const otherwise = rule.else && compileRule(attribute, rule.else, context);
  return (row) => {
    const cell = read(row);
    const json = cell === undefined || cell === '' ? undefined : convert(cell);
    return json ?? otherwise?.(row);
  };
}
