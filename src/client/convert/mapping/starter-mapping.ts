import type { FeedPlan } from '../plan-feed.ts';
import { guessByValues } from './guess-by-values.ts';
import { attributeName } from './map-rows.ts';
import { type FieldRule, type Mapping, rulesOf } from './mapping.ts';
import { fieldsOf } from './rule-source.ts';

const SHOWN_CHARACTERS = 60;

/** A text as YAML has it: as it is where nothing could be meant by it, else in the quotes of JSON. */
function scalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return /^[A-Za-z_][\w ./()-]*\w$|^[A-Za-z_]$/.test(value) &&
    !/^(?:true|false|yes|no|null|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}

function ruleText(rule: FieldRule): string {
  const { field, ...others } = rule;
  const rest = Object.entries(others);
  if (rest.length === 0 && typeof field === 'string') return scalar(field);
  const members = [...(field === undefined ? [] : [['field', field] as const]), ...rest].map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? scalar(value) : JSON.stringify(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function sampleOf({ samplesOf }: FeedPlan, rule: FieldRule): string {
  const [name] = typeof rule.field === 'string' ? [rule.field] : (rule.field ?? []);
  const sample = name === undefined ? undefined : samplesOf(name).find((text) => text.trim() !== '');
  if (sample === undefined) return '';
  const line = sample.replaceAll(/\s+/g, ' ').trim();
  return `  # ${line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line}`;
}

function section(
  plan: FeedPlan,
  name: 'attributes' | 'variants',
  { [name]: rules }: Mapping,
  guessed: ReadonlySet<string>,
): string[] {
  const lines = Object.entries(rules).map(
    ([attribute, rule]) =>
      `  ${scalar(attribute)}: ${ruleText(rule)}${sampleOf(plan, rule)}${guessed.has(attribute) ? '  # a guess: check it' : ''}`,
  );
  return lines.length === 0 ? [] : ['', `${name}:`, ...lines];
}

/** Attributes that a product must have or should have, and nothing was found for. */
function missingLines(mapping: Mapping, { format }: FeedPlan): string[] {
  if (format !== undefined) return [];
  const wanted = ['description', 'brand', 'availability', 'thumb_image', 'category_paths'];
  return wanted
    .filter((name) => mapping.attributes[name] === undefined && mapping.variants[name] === undefined)
    .map((name) => `  # ${name}: <field>`);
}

/** Every field that no rule reads, as a rule that is not in force; attributes of XML elements too. */
function otherLines(plan: FeedPlan, mapping: Mapping): string[] {
  const named = new Set(rulesOf(mapping).flatMap(([, rule]) => fieldsOf(rule)));
  const others = plan.fields.filter(({ field }) => !named.has(field));
  return others.map(
    ({ field }) =>
      `  # ${scalar(attributeName(field) ?? 'name')}: ${ruleText({ field })}${sampleOf(plan, { field })}`,
  );
}

/** A mapping file of what was found out; the feed converts with it as it is. */
export function starterMapping(plan: FeedPlan, feed: string): string {
  const { format, shape, encoding, styles } = plan;
  const { mapping, guessed } = guessByValues(plan);
  const others = otherLines(plan, mapping);
  const isTable = shape.container === 'csv' || shape.container === 'tsv';
  const lines = [
    `# How brctl convert takes ${feed.replaceAll(/\s+/g, ' ')}: change what is wrong, then convert with --map and this file.`,
    '# Each attribute names a field, or says more: { field, value, template, join, split, path, lookup, default, unit, type }.',
    `format: ${format?.name ?? shape.container}`,
    ...(isTable ? [`delimiter: ${JSON.stringify(shape.dialect.delimiter)}`] : []),
    ...(isTable || shape.path.length === 0 ? [] : [`records: ${scalar(shape.path.join('/'))}`]),
    `encoding: ${encoding.name}`,
    ...(styles.price === 'point' || styles.price === 'comma'
      ? [`decimal: ${styles.price}`]
      : ['# decimal: <point or comma>   what stands before fractions']),
    '',
    `id: ${ruleText(mapping.id)}${sampleOf(plan, mapping.id)}${guessed.has('id') ? '  # a guess: check it' : ''}`,
    mapping.group === undefined
      ? '# group: <field>   rows with the same value are the variants of one product'
      : `group: ${ruleText(mapping.group)}${sampleOf(plan, mapping.group)}`,
    ...section(plan, 'attributes', mapping, guessed),
    ...missingLines(mapping, plan),
    ...section(plan, 'variants', mapping, guessed),
    ...(others.length === 0 ? [] : ['', '  # Other fields of the feed:', ...others]),
    '',
    '# Fields that are not named here: keep them as attributes of their own, or drop them.',
    `unmapped: ${mapping.unmapped ?? 'drop'}`,
  ];
  return `${lines.join('\n')}\n`;
}
