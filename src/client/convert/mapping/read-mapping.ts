import { BrctlError } from '../../../base/errors.ts';
import { isObject } from '../../../base/json/shape.ts';
import { findNearest } from '../../../base/wording/find-nearest.ts';
import { getAttributeRule } from '../../../catalog/rules/attribute-rules.ts';
import { isUnit } from '../values/units.ts';
import { VALUE_TYPES } from './compile-rule.ts';
import { type FeedLayout, type FieldRule, getValueType, type Mapping } from './mapping.ts';

/** Valid values of a key. */
type Kind = readonly [what: string, isRight: (value: unknown) => boolean];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isText);
const isTextOrTexts = (value: unknown) => isText(value) || isTexts(value);
const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
const createChoice = (...values: readonly unknown[]): Kind => [
  `one of ${values.join(', ')}`,
  (value) => values.includes(value),
];

const ANY: Kind = ['there', () => true];
const TEXT: Kind = ['a text that is not empty', isText];
const FIELD: Kind = ['the name of a field', isText];
const SCALAR: Kind = ['a text, a number, true or false', isScalar];
const UNIT: Kind = ['a unit such as cm, kg or l', (value) => isText(value) && isUnit(value)];

const RULE_KEYS: Readonly<Record<keyof FieldRule, Kind>> = {
  field: ['the name of a field, or a list of them', isTextOrTexts],
  value: SCALAR,
  template: ['a text with {fields}', isText],
  join: ['a list of fields', isTexts],
  with: TEXT,
  split: TEXT,
  path: ['a text that is not empty, or a list of them', isTextOrTexts],
  root: ['a list of names, or true', (value) => value === true || isTexts(value)],
  lookup: [
    'values of the feed, each with what it becomes',
    (value) => isObject(value) && Object.values(value).every(isScalar),
  ],
  else: ['another rule', isObject],
  default: SCALAR,
  below: ['a path of the shop, such as media/catalog', isText],
  unit: UNIT,
  from_unit: UNIT,
  minor: ['a number of digits, or the name of a field', (value) => isText(value) || Number.isInteger(value)],
  type: createChoice(...VALUE_TYPES),
  when: FIELD,
  during: FIELD,
  from: FIELD,
  until: FIELD,
};

const SOURCES = ['field', 'value', 'template', 'join'] as const;

function mappingError(code: string, message: string, hint: string): BrctlError {
  return new BrctlError(message, { kind: 'input', code: `mapping.${code}`, hint });
}

/** @param where the name of what holds these keys, and a point */
function checkKeys(data: object, kinds: Readonly<Record<string, Kind>>, where: string): void {
  for (const [key, value] of Object.entries(data)) {
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (kind === undefined) {
      const names = Object.keys(kinds);
      const meant = findNearest(key, names);
      const hint = meant === undefined ? `known keys: ${names.join(', ')}` : `did you mean ${where}${meant}?`;
      throw mappingError('unknown_key', `unknown key ${where}${key}`, hint);
    }
    const [what, isRight] = kind;
    if (value !== undefined && !isRight(value))
      throw mappingError('value', `${where}${key} must be ${what}`, `write ${key}: as ${what}`);
  }
}

/** `title: Name` is short for `title: { field: Name }`. */
function readRule(name: string, data: unknown): FieldRule {
  if (isTextOrTexts(data)) return { field: data as string };
  if (!isObject(data))
    throw mappingError('rule', `${name} must be a field name or an object`, `${name}: <field>`);
  checkKeys(data, RULE_KEYS, `${name}.`);
  const sources = SOURCES.filter((source) => data[source] !== undefined);
  if (sources.length !== 1) {
    const fault = sources.length === 0 ? 'no source' : `both ${sources.join(' and ')}`;
    throw mappingError('source', `${name} has ${fault}`, `write one of ${SOURCES.join(', ')}`);
  }
  return data.else === undefined ? data : { ...data, else: readRule(`${name}.else`, data.else) };
}

/** Names and types are those of the service (docs/reference/catalog-files.md); null takes a rule away. */
function readAttributes(key: string, data: unknown = {}): [name: string, rule: FieldRule | undefined][] {
  if (!isObject(data))
    throw mappingError('rule', `${key} must hold attributes`, 'write one below it: title: <field>');
  return Object.entries(data).map(([name, given]) => {
    const { problem } = getAttributeRule(name, 'products');
    if (problem !== undefined)
      throw new BrctlError(problem.message, {
        kind: 'input',
        code: problem.code,
        hint: 'rename the attribute in the mapping',
      });
    const rule = given === null ? undefined : readRule(`${key}.${name}`, given);
    checkType(name, rule?.type);
    return [name, rule];
  });
}

const TEXTUAL: readonly unknown[] = ['text', 'url', 'html', 'currency'];

function checkType(name: string, type: FieldRule['type']): void {
  const documented = getValueType(name);
  if (type === undefined || documented === undefined || type === documented) return;
  if (TEXTUAL.includes(type) && TEXTUAL.includes(documented)) return;
  throw mappingError(
    'type',
    `${name} is of type ${documented} in the service, not ${type}`,
    'leave out its type, or give the attribute another name',
  );
}

/**
 * Reads the data of a mapping file into what the format's own mapping, or the guessed one, becomes with it.
 *
 * @param formats names that `format` may have
 * @throws BrctlError `mapping.…`, `attribute.name`, `attribute.reserved`
 */
export function readMapping(data: unknown, formats: readonly string[]) {
  if (!isObject(data))
    throw mappingError('rule', 'the mapping must hold keys and values', 'see docs/how-to/convert-a-feed.md');
  const string: Kind = ['a text', (value) => typeof value === 'string'];
  checkKeys(
    data,
    {
      format: createChoice(...formats),
      delimiter: string,
      encoding: string,
      decimal: createChoice('point', 'comma'),
      records: string,
      id: ANY,
      group: ANY,
      attributes: ANY,
      variants: ANY,
      unmapped: createChoice('keep', 'drop'),
    },
    '',
  );
  const { id, group, unmapped, ...layout }: FeedLayout & typeof data = data;
  const own = {
    ...(id !== undefined && { id: readRule('id', id) }),
    // null takes the group of the format away.
    ...(group !== undefined && { group: group === null ? undefined : readRule('group', group) }),
    ...(unmapped !== undefined && { unmapped: unmapped as 'keep' | 'drop' }),
  };
  const changes = {
    attributes: readAttributes('attributes', data.attributes),
    variants: readAttributes('variants', data.variants),
  };
  return {
    layout,
    apply: (base: Mapping): Mapping => ({
      unmapped: 'drop',
      ...base,
      ...own,
      attributes: withChanges(base.attributes, changes.attributes),
      variants: withChanges(base.variants, changes.variants),
    }),
  };
}

export type MappingOverlay = ReturnType<typeof readMapping>;

function withChanges(
  base: Mapping['attributes'],
  changes: readonly [string, FieldRule | undefined][],
): Mapping['attributes'] {
  const rules = Object.entries({ ...base, ...Object.fromEntries(changes) });
  return Object.fromEntries(rules.flatMap(([name, rule]) => (rule === undefined ? [] : [[name, rule]])));
}
