import { BrctlError, inFile, type Problem } from '../errors.ts';
import { detectEncoding, type Encoding, toUtf8, type Utf8Piece } from './encoding.ts';
import type { FeedFormat, Finish } from './formats/feed-format.ts';
import { CONTAINERS, type Container, FEED_FORMATS } from './formats/formats.ts';
import { ProductGatherer } from './grouping/product-gatherer.ts';
import { guessMapping } from './mapping/guess-mapping.ts';
import { RowMapper } from './mapping/map-rows.ts';
import type { FeedLayout, Mapping } from './mapping/mapping.ts';
import type { MappingOverlay } from './mapping/read-mapping.ts';
import { describeFields, type TakenField } from './mapping/taken-fields.ts';
import { ProductCheck } from './product-check.ts';
import { RejectedRows } from './rejected-rows.ts';
import { RowRejection } from './row-rejection.ts';
import { type Cell, FieldNames } from './rows/fields.ts';
import { type FeedShape, inspectFeed, refuseBinary, rowReader } from './rows/inspect-feed.ts';
import { textsOf } from './rows/json-rows.ts';
import type { RowHandler } from './rows/row-reader.ts';
import { type DecimalMark, markOf } from './values/amount.ts';

/** Of the beginning of a feed so much is looked at to find out what it is. */
const HEAD_BYTES = 1 << 20;
const SAMPLE_ROWS = 500;

/** Products are given to the sink in pieces of about this size. */
const OUTPUT_BYTES = 1 << 18;

/** Where a feed comes from. */
export interface FeedInput {
  /** For messages. */
  name: string;
  /** Inflated where it was compressed. */
  open(): Promise<AsyncIterable<Buffer>>;
}

export interface ConvertOptions {
  /** A format or a container; found out by default. */
  from?: string;
  /** What a mapping file says. */
  overlay?: MappingOverlay;
  /** As the Encoding Standard calls it; found out by default. */
  encoding?: string;
  /** Addresses without a host are below this one. */
  shopUrl?: string;
  /** For sale prices that hold from one moment to another. */
  nowMs: number;
  tempDir: string;
  /** How many rows and products may be rejected, or which share of the rows. */
  maxRejected: { rows: number } | { share: number };
  /** Rejections to keep. */
  maxProblems: number;
  signal?: AbortSignal;
  /** Told what was found out, before anything is converted. */
  onPlan?(plan: FeedPlan): void;
  /** Told how many bytes and rows were read. */
  onProgress?(bytes: number, rows: number): void;
}

/** What was found out about a feed. */
export interface FeedPlan {
  /** Undefined: fields were taken by what they are called, or as the mapping says. */
  format: FeedFormat | undefined;
  shape: FeedShape;
  encoding: Encoding;
  decimal: DecimalMark;
  mapping: Mapping;
  fields: TakenField[];
  /** Some values of a field. */
  samplesOf(field: string): readonly string[];
}

/** What came of a feed. */
export interface ConvertReport {
  plan: FeedPlan;
  rows: number;
  products: number;
  variants: number;
  bytes: number;
  /** Rows, and products made of several rows, that were left out. */
  rejected: number;
  rejectedByCode: ReadonlyMap<string, number>;
  /** The first of them. */
  rejections: readonly Problem[];
  /** Values that could not be read and were left out, by code. */
  leftOut: ReadonlyMap<string, number>;
  leftOutExamples: readonly Problem[];
  /** How often `validate` would warn of each code. */
  warnings: ReadonlyMap<string, number>;
}

/** The names that `--from` and a mapping's `format` may have. */
export const FROM_NAMES: readonly string[] = [...FEED_FORMATS.map(({ name }) => name), ...CONTAINERS];

function isContainer(name: string | undefined): name is Container {
  return CONTAINERS.includes(name as Container);
}

/** The beginning of a stream, and all of it. */
async function withHead(
  chunks: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
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
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { head: Buffer.concat(first).subarray(0, HEAD_BYTES), all: all() };
}

/** Rows of the beginning of a feed. */
async function readSample(head: Buffer, shape: FeedShape, format: FeedFormat | undefined): Promise<Sample> {
  const fields = new FieldNames();
  const rows: Cell[][] = [];
  const handler: RowHandler = {
    row: (cells) => void (rows.length < SAMPLE_ROWS && rows.push(cells)),
    rejected: () => undefined,
  };
  const reader = rowReader(shape, fields, handler, format?.unwrap);
  try {
    await reader.push(head);
    if (head.length < HEAD_BYTES) await reader.end();
  } catch (thrown) {
    // What is wrong further down is told when all of it is read.
    if (!(thrown instanceof BrctlError) || rows.length === 0) throw thrown;
  }
  return { fields, rows };
}

interface Sample {
  fields: FieldNames;
  rows: readonly (readonly Cell[])[];
}

function samplesIn({ fields, rows }: Sample): (field: string) => string[] {
  return (field) => {
    const numbers = fields.numbersOf(field);
    return rows.flatMap((cells) => numbers.flatMap((number) => textsOf(cells[number])));
  };
}

/** Finds out what a feed is, and how its fields are taken. */
async function planFeed(head: Buffer, options: ConvertOptions): Promise<FeedPlan> {
  const { overlay } = options;
  const layout: FeedLayout = overlay?.layout ?? {};
  refuseBinary(head);
  const encoding = detectEncoding(head, options.encoding ?? layout.encoding);
  const utf8 = toUtf8(encoding)(head, false).bytes;
  const asked = options.from ?? layout.format;
  const shape = inspectFeed(utf8.toString('utf8'), isContainer(asked) ? asked : undefined, layout);
  const format = await formatOf(asked, utf8, shape);
  const sample = await readSample(utf8, shape, format);
  const samplesOf = samplesIn(sample);
  const base = format?.mapping ?? guessMapping(sample.fields, samplesOf);
  const mapping = overlay === undefined ? base : overlay.apply(base);
  const fields = describeFields(sample.fields, mapping, format?.finishes);
  const prices = [mapping.variants.price, mapping.attributes.price].flatMap((rule) => rule?.field ?? []);
  const decimal = layout.decimal ?? markOf(prices.flatMap(samplesOf));
  return { format, shape, encoding, decimal, mapping, fields, samplesOf };
}

async function formatOf(
  asked: string | undefined,
  head: Buffer,
  shape: FeedShape,
): Promise<FeedFormat | undefined> {
  if (isContainer(asked)) return undefined;
  if (asked !== undefined) return FEED_FORMATS.find(({ name }) => name === asked);
  const { fields } = await readSample(head, shape, undefined);
  const isJson = shape.container === 'json' || shape.container === 'jsonlines';
  return FEED_FORMATS.find((format) => (format.unwrap !== undefined) === isJson && format.recognizes(fields));
}

/** A feed that was guessed at needs at least these. */
function refuseUnknownFields(plan: FeedPlan, name: string): void {
  const { attributes, variants, id } = plan.mapping;
  const taken = new Set(plan.fields.flatMap(({ takenFor }) => takenFor));
  const isGiven = (attribute: string) => {
    const rule = attributes[attribute] ?? variants[attribute];
    return rule !== undefined && (taken.has(attribute) || rule.field === undefined);
  };
  const missing = ['title', 'price', 'url'].filter((attribute) => !isGiven(attribute));
  if (!taken.has('id') && id.field !== undefined) missing.unshift('id');
  if (missing.length === 0) return;
  throw new BrctlError(`no field of the feed looks like ${missing.join(', ')}`, {
    kind: 'input',
    code: 'feed.unknown_fields',
    why: `its fields are: ${plan.fields.map(({ field }) => field).join(', ') || 'none'}`,
    hint: `brctl convert ${name} --init -o mapping.yaml, fill it in, then add --map mapping.yaml`,
  });
}

/** Looks at a feed without converting it: for a starter mapping. */
export async function inspectFeedInput(input: FeedInput, options: ConvertOptions): Promise<FeedPlan> {
  const { head, all } = await withHead(await input.open());
  await all.return(undefined);
  return await planFeed(head, options);
}

/** Reads all rows into the gatherer. */
class FeedReading implements RowHandler {
  rows = 0;
  bytes = 0;
  readonly #gatherer: ProductGatherer;
  readonly #mapper: RowMapper;
  readonly #finish: Finish | undefined;
  readonly #rejected: RejectedRows;
  readonly #fields = new FieldNames();
  readonly #plan: FeedPlan;
  /** In this piece of the feed, or the one before, some bytes were no characters. */
  #isSuspect = false;

  constructor(plan: FeedPlan, gatherer: ProductGatherer, rejected: RejectedRows, options: ConvertOptions) {
    const { mapping, decimal, format } = plan;
    const context = { fields: this.#fields, decimal, nowMs: options.nowMs, shopUrl: options.shopUrl };
    this.#plan = plan;
    this.#gatherer = gatherer;
    this.#rejected = rejected;
    this.#mapper = new RowMapper(mapping, context, rejected.leftOut);
    this.#finish = format?.finisher?.(this.#fields);
  }

  async read(chunks: AsyncIterable<Buffer>, { signal, onProgress }: ConvertOptions): Promise<void> {
    const { shape, format, encoding } = this.#plan;
    const reader = rowReader(shape, this.#fields, this, format?.unwrap);
    const decode = toUtf8(encoding);
    const push = async ({ bytes, isSound }: Utf8Piece) => {
      this.#isSuspect ||= !isSound;
      if (bytes.length > 0) await reader.push(bytes);
      this.#isSuspect = !isSound;
    };
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      await push(decode(chunk, false));
      this.bytes += chunk.length;
      onProgress?.(this.bytes, this.rows);
    }
    await push(decode(Buffer.alloc(0), true));
    await reader.end();
    onProgress?.(this.bytes, this.rows);
  }

  row(cells: Cell[], line: number): void {
    this.rows++;
    try {
      if (this.#isSuspect) refuseDamaged(cells);
      const row = { cells, line };
      const finished =
        this.#finish === undefined
          ? this.#mapper.convert(row, this.#knownOf)
          : this.#finish(row, this.#mapper.convert(row));
      if (finished !== undefined) this.#gatherer.add(finished, line);
    } catch (thrown) {
      if (!(thrown instanceof RowRejection)) throw thrown;
      this.#rejected.add(thrown.code, thrown.message, line);
    }
  }

  readonly #knownOf = (id: string) => this.#gatherer.knownOf(id);

  rejected(code: string, message: string, line: number): void {
    this.rows++;
    this.#rejected.add(code, message, line);
  }
}

function refuseDamaged(cells: readonly Cell[]): void {
  const isDamaged = cells.some((cell) => textsOf(cell).some((text) => text.includes('\ufffd')));
  if (isDamaged)
    throw new RowRejection(
      'encoding.invalid',
      'the row has bytes that are no characters: name another --encoding',
    );
}

/**
 * Converts a feed to catalog records, each as the add of a whole product on a line. The feed is read once, as a stream; rows
 * of one product are put together, and every product is checked by the rules of the service. What cannot be used is left out
 * and told.
 *
 * Memory: about 100 bytes a row, one product, and 64 MB where rows of the same product lie apart. What was written to the
 * sink counts only if this resolves.
 *
 * @throws BrctlError `feed.…`, `csv.…`, `xml.…`, `json.…` for a feed that cannot be read; `convert.too_many_rejected`,
 *   `convert.empty`; errors of the input
 */
export async function convertFeed(
  input: FeedInput,
  options: ConvertOptions,
  sink: (lines: Uint8Array) => Promise<void>,
): Promise<ConvertReport> {
  try {
    const { head, all } = await withHead(await input.open());
    const plan = await planFeed(head, options);
    if (plan.format === undefined) refuseUnknownFields(plan, input.name);
    options.onPlan?.(plan);
    return await convertBy(plan, all, options, sink);
  } catch (thrown) {
    throw inFile(thrown, input.name);
  }
}

async function convertBy(
  plan: FeedPlan,
  chunks: AsyncIterable<Buffer>,
  options: ConvertOptions,
  sink: (lines: Uint8Array) => Promise<void>,
): Promise<ConvertReport> {
  const rejected = new RejectedRows(options.maxProblems);
  const gatherer = new ProductGatherer(options.tempDir, rejected.add);
  try {
    const reading = new FeedReading(plan, gatherer, rejected, options);
    await reading.read(chunks, options);
    rejected.refuseTooMany(options.maxRejected, reading.rows);
    const { products, warnings } = await writeProducts(gatherer, rejected, options, sink);
    rejected.refuseTooMany(options.maxRejected, reading.rows);
    if (products === 0) throw rejected.nothingLeft();
    return {
      plan,
      rows: reading.rows,
      products,
      variants: gatherer.variants,
      bytes: reading.bytes,
      rejected: rejected.count,
      rejectedByCode: rejected.byCode,
      rejections: rejected.kept,
      leftOut: rejected.leftOutByCode,
      leftOutExamples: rejected.leftOutKept,
      warnings,
    };
  } finally {
    gatherer.close();
  }
}

async function writeProducts(
  gatherer: ProductGatherer,
  rejected: RejectedRows,
  { signal }: ConvertOptions,
  sink: (lines: Uint8Array) => Promise<void>,
): Promise<{ products: number; warnings: ReadonlyMap<string, number> }> {
  const check = new ProductCheck();
  const lineFeed = Buffer.from('\n');
  let products = 0;
  let held: Buffer[] = [];
  let bytes = 0;
  for (const { text, line } of gatherer.products()) {
    const problem = check.problemOf(text, line);
    if (problem !== undefined) {
      rejected.add(problem.code, problem.message, line, problem.product);
      continue;
    }
    products++;
    held.push(text, lineFeed);
    bytes += text.length + 1;
    if (bytes < OUTPUT_BYTES) continue;
    signal?.throwIfAborted();
    await sink(Buffer.concat(held));
    held = [];
    bytes = 0;
  }
  if (bytes > 0) await sink(Buffer.concat(held));
  return { products, warnings: check.warnings };
}
