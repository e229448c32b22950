import type { FeedPlan } from '../plan-feed.ts';
import { toPlainName } from '../rows/fields.ts';
import { ellipsizeText } from '../values/plain-text.ts';
import { listFieldsByWords } from './fields-by-words.ts';
import { toAttributeName } from './map-rows.ts';
import { type FieldRule, listMappingFields, listRuleFields, type Mapping } from './mapping.ts';

/** A text as YAML has it: as it is where nothing could be meant by it, else in the quotes of JSON. */
function formatScalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return /^[A-Za-z_][\w ./()-]*\w$|^[A-Za-z_]$/.test(value) &&
    !/^(?:true|false|yes|no|null|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}

function formatRule(rule: FieldRule): string {
  const { field, ...others } = rule;
  if (Object.keys(others).length === 0 && typeof field === 'string') return formatScalar(field);
  const members = Object.entries({ ...(field && { field }), ...others }).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? formatScalar(value) : JSON.stringify(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function formatSample({ sample: { listTexts } }: FeedPlan, rule: FieldRule): string {
  const [name] = [rule.field ?? []].flat();
  const sample = name === undefined ? undefined : listTexts(name).find((text) => text.trim() !== '');
  if (sample === undefined) return '';
  return `  # ${ellipsizeText(sample.replaceAll(/\s+/g, ' ').trim())}`;
}

function formatRuleLine(plan: FeedPlan, name: string, rule: FieldRule, guessed: ReadonlySet<string>): string {
  const mark = guessed.has(name) ? '  # a guess: check it' : '';
  return `${formatScalar(name)}: ${formatRule(rule)}${formatSample(plan, rule)}${mark}`;
}

/** Attributes that a product must have or should have, and nothing was found for. */
function formatMissing(mapping: Mapping, { format }: FeedPlan): string[] {
  if (format !== undefined) return [];
  const wanted = ['description', 'brand', 'availability', 'thumb_image', 'category_paths'];
  return wanted
    .filter((name) => mapping.attributes[name] === undefined && mapping.variants[name] === undefined)
    .map((name) => `  # ${name}: <field>`);
}

/**
 * A mapping with a rule for all that a product must have, so that the feed converts: what is found by no name is guessed by
 * the values of fields that no rule reads.
 */
function guessByValues({ mapping, fields, sample, format }: FeedPlan) {
  const taken = new Set(format === undefined ? fields.flatMap(({ takenFor }) => takenFor) : GUESSED);
  const guessed = new Set(GUESSED.filter((attribute) => !taken.has(attribute)));
  const named = new Set(listMappingFields(mapping));
  const pick = (attribute: string, otherwise: FieldRule): FieldRule | undefined => {
    if (!guessed.has(attribute)) return undefined;
    const free = fields.map(({ field }) => field).filter((field) => !named.has(field));
    const [field] = listFieldsByWords(attribute, free, sample.listTexts, false);
    if (field !== undefined) named.add(field);
    return field === undefined ? otherwise : { field };
  };
  const id = pick('id', { field: fields[0]?.field ?? 'id' }) ?? mapping.id;
  const url = pick('url', { template: `${EXAMPLE_SHOP}{${listRuleFields(mapping.group ?? id)[0]}|url}` });
  const price = pick('price', { value: 0 });
  const title = pick('title', id);
  return {
    mapping: {
      ...mapping,
      id,
      attributes: { ...(title && { title }), ...mapping.attributes, ...(url && { url }) },
      variants: { ...(price && { price }), ...mapping.variants },
    },
    guessed,
  };
}

const GUESSED = ['url', 'id', 'price', 'title'];
const EXAMPLE_SHOP = 'https://shop.example/';

/** A mapping file of what was found out; the feed converts with it as it is. */
export function renderStarterMapping(plan: FeedPlan, feed: string): string {
  const { format, shape, encoding, styles } = plan;
  const { mapping, guessed } = guessByValues(plan);
  // Every field that no rule reads, as a rule that is not in force; attributes of XML elements too.
  const named = new Set(listMappingFields(mapping).map(toPlainName));
  const others = plan.fields
    .filter(({ field }) => !named.has(toPlainName(field)))
    .map(
      ({ field }) => `  # ${formatRuleLine(plan, toAttributeName(field) ?? 'name', { field }, new Set())}`,
    );
  const formatSection = (name: 'attributes' | 'variants') => {
    const rules = Object.entries(mapping[name]);
    const own = rules.map(([attribute, rule]) => `  ${formatRuleLine(plan, attribute, rule, guessed)}`);
    return own.length === 0 ? [] : ['', `${name}:`, ...own];
  };
  const isTable = shape.container === 'csv' || shape.container === 'tsv';
  const lines = [
    `# How brctl convert takes ${feed.replaceAll(/\s+/g, ' ')}: change what is wrong, then convert with --map and this file.`,
    '# Each attribute names a field, or says more: { field, value, template, join, split, path, lookup, default, unit, type }.',
    `format: ${format?.name ?? shape.container}`,
    ...(isTable ? [`delimiter: ${JSON.stringify(shape.delimiter)}`] : []),
    ...(isTable || shape.path.length === 0 ? [] : [`records: ${formatScalar(shape.path.join('/'))}`]),
    `encoding: ${encoding.name}`,
    ...(styles.price === 'point' || styles.price === 'comma'
      ? [`decimal: ${styles.price}`]
      : ['# decimal: <point or comma>   what stands before fractions']),
    '',
    formatRuleLine(plan, 'id', mapping.id, guessed),
    mapping.group === undefined
      ? '# group: <field>   rows with the same value are the variants of one product'
      : formatRuleLine(plan, 'group', mapping.group, guessed),
    ...formatSection('attributes'),
    ...formatMissing(mapping, plan),
    ...formatSection('variants'),
    ...(others.length === 0 ? [] : ['', '  # Other fields of the feed:', ...others]),
    '',
    '# Fields that are not named here: keep them as attributes of their own, or drop them.',
    `unmapped: ${mapping.unmapped ?? 'drop'}`,
  ];
  return `${lines.join('\n')}\n`;
}
