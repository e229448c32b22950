import { BrctlError } from '../../../base/errors.ts';
import { isObject } from '../../../base/json/json-text.ts';
import { nearest } from '../../../base/wording/nearest.ts';
import { attributeRule } from '../../../catalog/rules/attribute-rules.ts';
import { isUnit } from '../values/units.ts';
import { typeOf } from './compile-rule.ts';
import { type FeedLayout, type FieldRule, type Mapping, VALUE_TYPES, type ValueType } from './mapping.ts';

type Data = Readonly<Record<string, unknown>>;

const TOP_KEYS = [
  'format',
  'delimiter',
  'encoding',
  'decimal',
  'records',
  'id',
  'group',
  'attributes',
  'variants',
  'unmapped',
] as const;

/** How each key of a rule is to be written. */
const RULE_KEYS: Readonly<Record<keyof FieldRule, { what: string; isRight(value: unknown): boolean }>> = {
  field: {
    what: 'the name of a field, or a list of them',
    isRight: (value) => isText(value) || isTexts(value),
  },
  value: { what: 'a text, a number, true or false', isRight: isScalar },
  template: { what: 'a text with {fields}', isRight: isText },
  join: { what: 'a list of fields', isRight: isTexts },
  with: { what: 'a text', isRight: isText },
  split: { what: 'a text that is not empty', isRight: isText },
  path: { what: 'a text that is not empty', isRight: isText },
  root: {
    what: 'a list of names, or true',
    isRight: (value) => value === true || isTexts(value),
  },
  lookup: { what: 'values of the feed, each with what it becomes', isRight: isLookup },
  else: { what: 'another rule', isRight: isObject },
  default: { what: 'a text, a number, true or false', isRight: isScalar },
  below: { what: 'a path of the shop, such as media/catalog', isRight: isText },
  unit: { what: 'a unit such as cm, kg or l', isRight: (value) => isText(value) && isUnit(value) },
  from_unit: { what: 'a unit such as cm, kg or l', isRight: (value) => isText(value) && isUnit(value) },
  type: { what: `one of ${VALUE_TYPES.join(', ')}`, isRight: isType },
  during: { what: 'the name of a field', isRight: isText },
  from: { what: 'the name of a field', isRight: isText },
  until: { what: 'the name of a field', isRight: isText },
};

const SOURCES = ['field', 'value', 'template', 'join'] as const;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isType(value: unknown): value is ValueType {
  return VALUE_TYPES.includes(value as ValueType);
}

function isLookup(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isScalar);
}

function wrong(code: string, message: string, hint: string): BrctlError {
  return new BrctlError(message, { kind: 'input', code, hint });
}

function refuseUnknown(data: Data, known: readonly string[], where: string): void {
  const unknown = Object.keys(data).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw wrong(
    'mapping.unknown_key',
    `unknown key ${where}${unknown}`,
    meant === undefined ? `known keys: ${known.join(', ')}` : `did you mean ${where}${meant}?`,
  );
}

/** `title: Name` is short for `title: { field: Name }`. */
function readRule(name: string, data: unknown): FieldRule {
  if (isText(data) || isTexts(data)) return { field: data as string };
  if (!isObject(data))
    throw wrong('mapping.rule', `${name} must be a field name or an object`, `${name}: <field>`);
  refuseUnknown(data, Object.keys(RULE_KEYS), `${name}.`);
  for (const [key, value] of Object.entries(data)) {
    const { what, isRight } = RULE_KEYS[key as keyof FieldRule];
    if (!isRight(value))
      throw wrong('mapping.value', `${name}.${key} must be ${what}`, `write ${key}: as ${what}`);
  }
  const sources = SOURCES.filter((source) => data[source] !== undefined);
  if (sources.length !== 1)
    throw wrong(
      'mapping.source',
      sources.length === 0 ? `${name} has no source` : `${name} has both ${sources.join(' and ')}`,
      `write one of ${SOURCES.join(', ')}`,
    );
  return data.else === undefined
    ? (data as FieldRule)
    : { ...data, else: readRule(`${name}.else`, data.else) };
}

/** Names and types are those of the service (docs/reference/catalog-files.md). */
function readAttributes(
  key: 'attributes' | 'variants',
  data: unknown,
): Record<string, FieldRule | undefined> {
  if (!isObject(data))
    throw wrong('mapping.rule', `${key} must hold attributes`, 'write one below it: title: <field>');
  return Object.fromEntries(
    Object.entries(data).map(([name, rule]) => {
      const { problem } = attributeRule(name, 'products');
      if (problem !== undefined)
        throw wrong(problem.code, problem.message, 'rename the attribute in the mapping');
      if (rule === null) return [name, undefined];
      const read = readRule(`${key}.${name}`, rule);
      checkType(name, read);
      return [name, read];
    }),
  );
}

function checkType(name: string, { type }: FieldRule): void {
  const documented = typeOf(name);
  const isTextual = (one: ValueType | undefined) =>
    one === 'text' || one === 'url' || one === 'html' || one === 'currency';
  if (type === undefined || documented === undefined || type === documented) return;
  if (isTextual(type) && isTextual(documented)) return;
  throw wrong(
    'mapping.type',
    `${name} is of type ${documented} in the service, not ${type}`,
    `leave out its type, or give the attribute another name`,
  );
}

function readOne<Key extends string>(data: Data, key: Key, allowed: readonly string[]): void {
  const value = data[key];
  if (value === undefined || allowed.includes(value as string)) return;
  const meant = nearest(String(value), allowed) ?? allowed[0];
  throw wrong('mapping.value', `${key} must be one of ${allowed.join(', ')}`, `${key}: ${meant}`);
}

/**
 * Reads the data of a mapping file into what the format's own mapping, or the guessed one, becomes with it.
 *
 * @param formats names that `format` may have
 * @throws BrctlError `mapping.…`, `attribute.name`, `attribute.reserved`
 */
export function readMapping(data: unknown, formats: readonly string[]): MappingOverlay {
  if (!isObject(data))
    throw wrong('mapping.rule', 'the mapping must hold keys and values', 'see docs/how-to/convert-a-feed.md');
  refuseUnknown(data, TOP_KEYS, '');
  readOne(data, 'format', formats);
  readOne(data, 'decimal', ['point', 'comma']);
  readOne(data, 'unmapped', ['keep', 'drop']);
  for (const key of ['delimiter', 'encoding', 'records'] as const)
    if (data[key] !== undefined && typeof data[key] !== 'string')
      throw wrong('mapping.value', `${key} must be a text`, `write ${key}: "…"`);
  const { id, group, attributes, variants, unmapped, ...layout } = data;
  const idRule = id === undefined ? undefined : readRule('id', id);
  const groupRule = group === undefined || group === null ? undefined : readRule('group', group);
  const changes = {
    attributes: attributes === undefined ? {} : readAttributes('attributes', attributes),
    variants: variants === undefined ? {} : readAttributes('variants', variants),
  };
  return {
    // Its keys and values were looked at above.
    layout: layout as FeedLayout,
    apply(base) {
      // null takes the group of the format away.
      const grouped = group === undefined ? base.group : groupRule;
      return {
        id: idRule ?? base.id,
        ...(grouped === undefined ? {} : { group: grouped }),
        attributes: merged(base.attributes, changes.attributes),
        variants: merged(base.variants, changes.variants),
        unmapped: (unmapped as Mapping['unmapped']) ?? base.unmapped ?? 'drop',
      };
    },
  };
}

export interface MappingOverlay {
  layout: FeedLayout;
  apply(base: Mapping): Mapping;
}

function merged(
  base: Mapping['attributes'],
  changes: Readonly<Record<string, FieldRule | undefined>>,
): Record<string, FieldRule> {
  const rules = { ...base };
  for (const [name, rule] of Object.entries(changes)) {
    if (rule === undefined) delete rules[name];
    else rules[name] = rule;
  }
  return rules;
}
