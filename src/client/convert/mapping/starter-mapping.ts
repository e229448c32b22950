import type { FeedPlan } from '../plan-feed.ts';
import { toPlainName } from '../rows/fields.ts';
import { AMBIGUOUS, readAmount } from '../values/amount.ts';
import { currencyOf } from '../values/currencies.ts';
import { toAttributeName } from './map-rows.ts';
import { type FieldRule, listMappingFields, type Mapping } from './mapping.ts';

const SHOWN_CHARACTERS = 60;

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
  const rest = Object.entries(others);
  if (rest.length === 0 && typeof field === 'string') return formatScalar(field);
  const members = [...(field === undefined ? [] : [['field', field] as const]), ...rest].map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? formatScalar(value) : JSON.stringify(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function formatSample({ listSamples }: FeedPlan, rule: FieldRule): string {
  const [name] = typeof rule.field === 'string' ? [rule.field] : (rule.field ?? []);
  const sample = name === undefined ? undefined : listSamples(name).find((text) => text.trim() !== '');
  if (sample === undefined) return '';
  const line = sample.replaceAll(/\s+/g, ' ').trim();
  return `  # ${line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line}`;
}

function formatRuleLine(plan: FeedPlan, name: string, rule: FieldRule, guessed: ReadonlySet<string>): string {
  const mark = guessed.has(name) ? '  # a guess: check it' : '';
  return `${formatScalar(name)}: ${formatRule(rule)}${formatSample(plan, rule)}${mark}`;
}

function formatSection(
  plan: FeedPlan,
  name: 'attributes' | 'variants',
  { [name]: rules }: Mapping,
  guessed: ReadonlySet<string>,
): string[] {
  const lines = Object.entries(rules).map(
    ([attribute, rule]) => `  ${formatRuleLine(plan, attribute, rule, guessed)}`,
  );
  return lines.length === 0 ? [] : ['', `${name}:`, ...lines];
}

/** Attributes that a product must have or should have, and nothing was found for. */
function formatMissing(mapping: Mapping, { format }: FeedPlan): string[] {
  if (format !== undefined) return [];
  const wanted = ['description', 'brand', 'availability', 'thumb_image', 'category_paths'];
  return wanted
    .filter((name) => mapping.attributes[name] === undefined && mapping.variants[name] === undefined)
    .map((name) => `  # ${name}: <field>`);
}

/** Every field that no rule reads, as a rule that is not in force; attributes of XML elements too. */
function formatOthers(plan: FeedPlan, mapping: Mapping): string[] {
  const named = new Set(listMappingFields(mapping).map(toPlainName));
  const others = plan.fields.filter(({ field }) => !named.has(toPlainName(field)));
  return others.map(
    ({ field }) => `  # ${formatRuleLine(plan, toAttributeName(field) ?? 'name', { field }, new Set())}`,
  );
}

/**
 * A mapping with a rule for all that a product must have, so that the feed converts: what is found by no name is guessed by
 * the values of fields that no rule reads.
 */
function guessByValues({ mapping, fields, listSamples, format }: FeedPlan) {
  const taken = new Set(format === undefined ? fields.flatMap(({ takenFor }) => takenFor) : GUESSED);
  const named = new Set(listMappingFields(mapping));
  const samples = fields.map(
    ({ field }) => [field, listSamples(field).filter((text) => text.trim())] as const,
  );
  const free = new Map(samples.filter(([field, texts]) => texts.length > 0 && !named.has(field)));
  const pick = (isRight: (texts: readonly string[]) => boolean): FieldRule | undefined => {
    const [field] = [...free].find(([, texts]) => isRight(texts)) ?? [];
    if (field === undefined) return undefined;
    free.delete(field);
    return { field };
  };
  const guessed = new Set(GUESSED.filter((attribute) => !taken.has(attribute)));
  const url = guessed.has('url') && (pick((texts) => texts.every(isPageAddress)) ?? { value: EXAMPLE_SHOP });
  const id = !guessed.has('id')
    ? mapping.id
    : (pick((texts) => new Set(texts).size === texts.length && texts.every(isIdLike)) ??
      pick(() => true) ?? { field: fields[0]?.field ?? 'id' });
  const price =
    guessed.has('price') && (pick(arePrices) ?? pick((texts) => texts.every(isPrice)) ?? { value: 0 });
  const titles = [...free].filter(([, [text = '']]) => !/^https?:/.test(text));
  const [best] = titles.sort(([, a], [, b]) => countLetters(b) - countLetters(a));
  const title = guessed.has('title') && (best === undefined ? id : { field: best[0] });
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

/** Letters in each of these texts. */
function countLetters(texts: readonly string[]): number {
  return texts.join('').replaceAll(/[^\p{L} ]/gu, '').length / texts.length;
}

/** Prices that have a fraction, or something else than digits. */
function arePrices(texts: readonly string[]): boolean {
  return texts.every((text) => /[.,]\d|[^\d\s.,]/u.test(text) && isPrice(text));
}

function isPageAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && !/\.(?:jpe?g|png|webp|gif)/i.test(text);
}

function isIdLike(text: string): boolean {
  return /^\S{1,64}$/.test(text) && !text.includes('://');
}

function isPrice(text: string): boolean {
  const amount = readAmount(text, 'thousands');
  return amount !== undefined && amount !== AMBIGUOUS && currencyOf(amount.unit) !== undefined;
}

/** A mapping file of what was found out; the feed converts with it as it is. */
export function renderStarterMapping(plan: FeedPlan, feed: string): string {
  const { format, shape, encoding, styles } = plan;
  const { mapping, guessed } = guessByValues(plan);
  const others = formatOthers(plan, mapping);
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
    ...formatSection(plan, 'attributes', mapping, guessed),
    ...formatMissing(mapping, plan),
    ...formatSection(plan, 'variants', mapping, guessed),
    ...(others.length === 0 ? [] : ['', '  # Other fields of the feed:', ...others]),
    '',
    '# Fields that are not named here: keep them as attributes of their own, or drop them.',
    `unmapped: ${mapping.unmapped ?? 'drop'}`,
  ];
  return `${lines.join('\n')}\n`;
}
