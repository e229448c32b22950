import { BrctlError } from '../../base/errors.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import { detectEncoding, toUtf8 } from './encoding.ts';
import { type FeedFormat, type FeedParams, listParamFields } from './formats/feed-format.ts';
import { CONTAINERS, type Container, FEED_FORMATS } from './formats/formats.ts';
import { findVariantList, unwrapVariants, unwrapVariantsAt, VARIANT_LIST } from './formats/shop-json.ts';
import { hasWord, listFieldsByWords } from './mapping/fields-by-words.ts';
import { guessMapping } from './mapping/guess-mapping.ts';
import { nameKeptFields } from './mapping/map-rows.ts';
import {
  FORMER_PRICE,
  listMappingFields,
  listRuleFields,
  listRules,
  type Mapping,
} from './mapping/mapping.ts';
import { numberStyles } from './mapping/number-columns.ts';
import type { MappingOverlay } from './mapping/read-mapping.ts';
import { createSample, type Sample } from './mapping/sample.ts';
import { type Cell, FieldNames, type RowHandler, toPlainName } from './rows/fields.ts';
import { createRowReader, type FeedShape, inspectFeed, refuseBinary } from './rows/inspect-feed.ts';
import type { ReaderParts } from './rows/xml-rows.ts';
import type { DecimalMark } from './values/amount.ts';
import { listLocales } from './values/currencies.ts';
import { readFlag, readInitial } from './values/flag.ts';

/**
 * Targets of the fields of a feed, by its mapping and its format, in the order of the feed: attributes, or `id` and `group`;
 * none for a field that is not used.
 */
function describeFields(
  fields: FieldNames,
  mapping: Mapping,
  format: Partial<FeedFormat>,
  params?: FeedParams,
) {
  const uses = listRules(mapping).flatMap(([takenFor, rule]) =>
    listRuleFields(rule).map((field) => [toPlainName(field), takenFor] as const),
  );
  const nameOf = nameKeptFields(mapping, fields);
  for (const { field, unless = [] } of format.availability ?? [])
    uses.push(...[field, unless].flat().map((name) => [toPlainName(name), 'availability'] as const));
  for (const name of [params ?? [], mapping.options ?? []].flat().flatMap(listParamFields))
    uses.push([toPlainName(name), 'attributes']);
  const finishes = Object.entries(format.finishes ?? {});
  const listUses = (plain: string) => uses.filter(([name]) => name === plain).map(([, takenFor]) => takenFor);
  const plains = fields.names.map((field) => fields.plainNameOf(field));
  const isSwapped = plains.some((plain) => listUses(plain).includes(FORMER_PRICE));
  const shown: Readonly<Record<string, string>> = isSwapped
    ? { price: 'sale_price', [FORMER_PRICE]: 'price' }
    : {};
  return fields.names.map((field, index) => {
    const plain = plains[index] as string;
    const kept = nameOf(field);
    const finished = finishes.filter(([, names]) => names.split(' ').includes(plain.replace(/\d+/, '#')));
    const takenFor = [...listUses(plain), ...finished.map(([target]) => target), kept ?? []].flat();
    return { field, takenFor: [...new Set(takenFor.map((name) => shown[name] ?? name))] };
  });
}

/** Of the beginning of a feed so much is looked at to find out what it is. */
const HEAD_BYTES = 1 << 20;
const SAMPLE_ROWS = 500;

/** Options of a feed before it is inspected. */
export interface PlanOptions {
  /** A format or a container; found out by default. */
  from?: string;
  /** Content of the mapping file. */
  overlay?: MappingOverlay;
  /** As the Encoding Standard calls it; found out by default. */
  encoding?: string;
  /** Decimal mark; detected by default. */
  decimal?: DecimalMark;
}

/** Facts of an inspected feed. */
export type FeedPlan = Awaited<ReturnType<typeof planFeed>>;

/** The names that `--from` and a mapping's `format` may have. */
export const FROM_NAMES: readonly string[] = [...FEED_FORMATS.map(({ name }) => name), ...CONTAINERS];

function isContainer(name: string | undefined): name is Container {
  return CONTAINERS.includes(name as Container);
}

/** The beginning of a stream, and all of it. */
export async function withHead(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    first.push(value);
    bytes += value.length;
  }
  const all = async function* () {
    try {
      yield* first;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  };
  return { head: Buffer.concat(first).subarray(0, HEAD_BYTES), all: all() };
}

async function readSample(head: Buffer, shape: FeedShape, parts: ReaderParts = {}) {
  const fields = new FieldNames(parts.translate);
  const rows: Cell[][] = [];
  let rejected = 0;
  const handler: RowHandler = {
    row: (cells) => void (rows.length < SAMPLE_ROWS && rows.push(cells)),
    rejected: () => void rejected++,
  };
  const reader = createRowReader(shape, fields, handler, parts);
  try {
    await reader.push(head);
    if (head.length < HEAD_BYTES) await reader.end();
  } catch (thrown) {
    // Later problems are reported when the whole feed is read.
    if (!(thrown instanceof BrctlError) || rows.length === 0) throw thrown;
  }
  return { ...createSample(fields, rows), isEmpty: rows.length + rejected === 0 };
}

/** Finds out what a feed is, and how its fields are taken. */
export async function planFeed(head: Buffer, options: PlanOptions) {
  const { overlay } = options;
  const layout: MappingOverlay['layout'] = overlay?.layout ?? {};
  refuseBinary(head);
  const encoding = detectEncoding(head, options.encoding ?? layout.encoding);
  const utf8 = toUtf8(encoding)(head, false).bytes;
  const asked = options.from ?? layout.format;
  const text = utf8.toString('utf8');
  const shape = inspectFeed(text, isContainer(asked) ? asked : undefined, layout);
  // Undefined: fields are taken by what they are called, or as the mapping says.
  const format = await detectFormat(asked, utf8, shape);
  const { parts, sample } = await unwrapSample(utf8, shape, format, overlay);
  const guess = () => guessMapping(sample, format);
  const base = format?.mapping ? completeMapping(format.mapping, sample.fields, guess) : guess();
  const mapping = overlay === undefined ? base : overlay.apply(base);
  // Elements with a name and a value, which become attributes of that name.
  const params = format === undefined ? guessParams(sample) : selectParams(format, sample.fields);
  const sources = format?.availability ?? (format ? [] : guessSources(sample, base));
  const fields = describeFields(sample.fields, mapping, { ...format, availability: sources }, params);
  const locales = listLocales(text, sample.names, sample.listTexts);
  const styles = numberStyles(mapping, sample.listCells, options.decimal ?? layout.decimal, locales);
  const isEmpty = sample.isEmpty && head.length < HEAD_BYTES;
  return { format, shape, encoding, styles, mapping, params, sources, parts, fields, isEmpty, sample };
}

/** Attributes that no field of an open format gives are found by names. */
function completeMapping(mapping: Mapping, fields: FieldNames, guess: () => Mapping): Mapping {
  if (mapping.unmapped !== 'keep') return mapping;
  const claimed = new Set(listMappingFields(mapping).map(toPlainName));
  const isClaimed = (field: string) => claimed.has(toPlainName(field));
  const guessed = guess();
  const complete = (part: 'attributes' | 'variants') =>
    Object.fromEntries(
      Object.entries(mapping[part]).map(([name, rule]) => {
        const other = listRuleFields(rule).some((field) => fields.has(field))
          ? undefined
          : guessed[part][name];
        return [name, other && !listRuleFields(other).some(isClaimed) ? { ...rule, else: other } : rule];
      }),
    );
  return { ...mapping, attributes: complete('attributes'), variants: complete('variants') };
}

/** Products of an unknown format become their variants, unless the mapping names fields inside of the list of variants. */
async function unwrapSample(
  head: Buffer,
  shape: FeedShape,
  format: FeedFormat | undefined,
  overlay: MappingOverlay | undefined,
) {
  const mapped = overlay ? listMappingFields(overlay.apply({ id: {}, attributes: {}, variants: {} })) : [];
  const isMapped = mapped.some((field) =>
    VARIANT_LIST.test(/^[^./]+(?=[./].)/.exec(toPlainName(field))?.[0] ?? ''),
  );
  const parts: ReaderParts = format ?? (isMapped ? {} : { unwrap: unwrapVariants });
  const sample = await readSample(head, shape, parts);
  const isOpen = parts.unwrap === unwrapVariants;
  const path = isOpen ? findVariantList(sample) : undefined;
  if (path === undefined || mapped.some((field) => field.startsWith(path))) return { parts, sample };
  const own = { unwrap: unwrapVariantsAt(path.split('.')), variantPath: path };
  return { parts: own, sample: await readSample(head, shape, own) };
}

const isCount = (text: string) => /[2-9]|\d\d/.test(text);
/** `Visible in the shop`, `PROD_HIDDEN`, `Статус товара` */
const SHOWN = '^ (?:(?:{about_shown}) ?)*(?:(?:{shown}|{hidden}|{status}) ?)+(?:(?:{about_shown}) ?)* $';

/** Fields in which a shop of any kind says that it does not show a product, that it sells more than it has, or what its stock means. */
function guessSources({ names, listTexts }: Sample, { variants }: Mapping) {
  const listTold = (field: string) => listTexts(field).filter((text) => text.trim() !== '');
  const selectReader = (field: string) =>
    listTold(field).every((text) => readInitial(text) !== undefined) ? readInitial : readFlag;
  const isRead = (field: string) => {
    const [texts, read] = [listTold(field), selectReader(field)];
    return texts.filter((text) => read(text) !== undefined).length > texts.length / 2;
  };
  const listFlags = (words: string) =>
    names.filter((field) => hasWord(field, words) && isRead(field) && !listTexts(field).some(isCount));
  const isHiding = (field: string) => hasWord(field, '{hidden}') && !hasWord(field, '(?<!\\p{L})(?:{shown})');
  const createReader = (field: string) => {
    const read = selectReader(field);
    return isHiding(field) ? (text: string) => read(text) !== true : read;
  };
  // Beside a quantity, words that say more than yes: `on order`.
  const isWordy = (field: string) =>
    field !== variants.availability?.field &&
    isRead(field) &&
    listTexts(field).some((text) => /^(?:\p{L}.{5}|\p{sc=Han}.|\p{sc=Hangul}{4})/u.test(text));
  return [
    ...listFlags(SHOWN).map((field) => ({ field, only: false, read: createReader(field) })),
    ...listFlags('{backorder}').map((field) => ({ field, only: true })),
    ...listFieldsByWords('availability', names, listTexts)
      .filter((field) => isWordy(field) && !hasWord(field, '{delivery_time}|{other_availability}'))
      .map((field) => ({ field })),
  ];
}

/** Where nothing else is finished row by row, params that the sample does not have are not worth it. */
function selectParams({ params, availability }: FeedFormat, fields: FieldNames): FeedParams | undefined {
  return params !== undefined && (availability !== undefined || fields.has(params.name)) ? params : undefined;
}

/** `<param name="Color">red</param>`, under whatever names. */
function guessParams({ names }: Sample): FeedParams | undefined {
  const toValue = (field: string) => field.replace(/\/@[^/]*$/, '');
  const name = names.find(
    (field) => names.includes(toValue(field)) && hasWord(field.split('/@')[1] ?? '', '^ (?:{param_name}) $'),
  );
  if (name === undefined) return undefined;
  const value = toValue(name);
  return { name, value, ...(names.includes(`${value}/@unit`) ? { unit: `${value}/@unit` } : {}) };
}

async function detectFormat(asked: string | undefined, head: Buffer, shape: FeedShape) {
  if (isContainer(asked)) return undefined;
  if (asked !== undefined) return FEED_FORMATS.find(({ name }) => name === asked);
  const names = (await readSample(head, shape)).names.map(toPlainName);
  const isJson = ['json', 'jsonlines'].includes(shape.container);
  return FEED_FORMATS.find(({ unwrap, translate, fields: telling }) => {
    const known = new Set(translate === undefined ? names : names.map(translate));
    const isKnown = (name: string) => known.has(toPlainName(name));
    return (unwrap !== undefined) === isJson && telling.every((field) => field.split('|').some(isKnown));
  });
}

/** Fields that a message names: a catalog that is taken for a feed has thousands. */
const NAMED_FIELDS = 40;

/**
 * A feed that was guessed at needs at least these.
 *
 * @throws BrctlError `feed.unknown_fields`; `convert.empty` for a feed in which there is nothing to guess by
 */
export function refuseUnknownFields(plan: FeedPlan, name: string): void {
  if (plan.isEmpty) throw emptyFeedError(plan.fields.map(({ field }) => field));
  const { attributes, variants, id } = plan.mapping;
  const taken = new Set(plan.fields.flatMap(({ takenFor }) => takenFor));
  const isGiven = (attribute: string) => {
    const rule = attributes[attribute] ?? variants[attribute];
    return rule !== undefined && (taken.has(attribute) || rule.field === undefined);
  };
  const missing = ['title', 'price', 'url'].filter((attribute) => !isGiven(attribute));
  if (!taken.has('id') && id.field !== undefined) missing.unshift('id');
  if (missing.length === 0) return;
  const fields = plan.fields.map(({ field }) => field);
  if (['op', 'path'].every((member) => fields.includes(member)))
    throw new BrctlError('this is a catalog, not a feed', {
      kind: 'input',
      code: 'feed.unknown_fields',
      why: 'its lines are operations, as convert writes them',
      hint: `brctl push ${name}`,
    });
  const hidden = fields.length - NAMED_FIELDS;
  const more = hidden > 0 ? [`and ${formatCount(hidden)} more`] : [];
  throw new BrctlError(`no field of the feed matches ${missing.join(', ')}`, {
    kind: 'input',
    code: 'feed.unknown_fields',
    why: `its fields are: ${[...fields.slice(0, NAMED_FIELDS), ...more].join(', ') || 'none'}`,
    hint: `brctl convert ${name} --init -o mapping.yaml, fill it in, then add --map mapping.yaml`,
  });
}

function emptyFeedError(fields: readonly string[]): BrctlError {
  const named = fields.filter((field) => field !== '' && !/^column \d+$/.test(field));
  return new BrctlError('the feed has no products', {
    kind: 'input',
    code: 'convert.empty',
    why: named.length === 0 ? 'there is nothing in it' : `it has only a header: ${named.join(', ')}`,
    hint: 'check that the export was finished, and that this is the right file',
  });
}
