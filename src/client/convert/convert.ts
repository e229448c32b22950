import { inFile, type Problem } from '../../base/errors.ts';
import { toUtf8, type Utf8Piece } from './encoding.ts';
import { FeedConversion } from './grouping/feed-conversion.ts';
import type { ProductGrouper } from './grouping/product-grouper.ts';
import { type FeedPlan, type PlanOptions, planFeed, refuseUnknownFields, withHead } from './plan-feed.ts';
import { ProductCheck } from './product-check.ts';
import { RejectedRows } from './rejected-rows.ts';
import type { RowHandler } from './rows/fields.ts';
import { type Cell, FieldNames, textsOf } from './rows/fields.ts';
import { rowReader } from './rows/inspect-feed.ts';

export interface FeedInput {
  name: string;
  /** Inflated where it was compressed. */
  open(): Promise<AsyncIterable<Buffer>>;
}

export interface ConvertOptions extends PlanOptions {
  /** Addresses without a host are below this one. */
  shopUrl?: string;
  /** For sale prices that hold for a period. */
  nowMs: number;
  tempDir: string;
  /** How many rows and products may be rejected, or which share of the rows. */
  maxRejected: { rows: number } | { share: number };
  maxProblems: number;
  signal?: AbortSignal;
  /** Told what was found out, before anything is converted. */
  onPlan?(plan: FeedPlan): void;
  onProgress?(bytes: number, rows: number): void;
}

/** What is counted where a product lacks it. */
const SHOWN_PARTS = {
  price: '"price":',
  category: '"category_paths":',
  image: '"thumb_image":',
} as const;
export type ShownPart = 'availability' | keyof typeof SHOWN_PARTS;

export interface ConvertReport {
  plan: FeedPlan;
  rows: number;
  products: number;
  variants: number;
  /** Products that cannot be bought. */
  unavailable: number;
  /** Products that lack what a shop shows of them. */
  without: Readonly<Record<ShownPart, number>>;
  /** Products without a price of their own that have the lowest of what they are sold as. */
  pricedByParts: number;
  bytes: number;
  /** Rows, and products made of several rows, that were left out. */
  rejected: number;
  rejectedByCode: ReadonlyMap<string, number>;
  rejections: readonly Problem[];
  /** Values that could not be read and were left out, by code. */
  leftOut: ReadonlyMap<string, number>;
  leftOutExamples: readonly Problem[];
  /** How often `validate` would warn of each code. */
  warnings: ReadonlyMap<string, number>;
}

/** Looks at a feed without converting it: for a starter mapping. */
export async function inspectFeedInput(input: FeedInput, options: ConvertOptions): Promise<FeedPlan> {
  const { head, all } = await withHead(await input.open());
  await all.return(undefined);
  return await planFeed(head, options);
}

class FeedReading implements RowHandler {
  rows = 0;
  bytes = 0;
  readonly #conversion: FeedConversion;
  readonly #rejected: RejectedRows;
  readonly #fields: FieldNames;
  readonly #plan: FeedPlan;
  /** Some bytes so far were no characters: every row from here on is looked at. */
  #isSuspect = false;

  constructor(plan: FeedPlan, fields: FieldNames, conversion: FeedConversion, rejected: RejectedRows) {
    this.#plan = plan;
    this.#fields = fields;
    this.#conversion = conversion;
    this.#rejected = rejected;
  }

  async read(chunks: AsyncIterable<Buffer>, { signal, onProgress }: ConvertOptions): Promise<void> {
    const { shape, format, encoding, params } = this.#plan;
    const reader = rowReader(shape, this.#fields, this, { ...format, params });
    const decode = toUtf8(encoding);
    const push = async ({ bytes, isSound }: Utf8Piece) => {
      this.#isSuspect ||= !isSound;
      if (bytes.length > 0) await reader.push(bytes);
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
    if (this.#isSuspect && isDamaged(cells))
      this.rejected(
        'encoding.invalid',
        'the row has bytes that are invalid in this encoding: try another --encoding',
        line,
      );
    else {
      this.rows++;
      this.#conversion.add(cells, line);
    }
  }

  rejected(code: string, message: string, line: number): void {
    this.rows++;
    this.#rejected.add(code, message, line);
  }
}

function isDamaged(cells: readonly Cell[]): boolean {
  return cells.some((cell) => textsOf(cell).some((text) => text.includes('\ufffd')));
}

/**
 * Converts a feed to catalog lines, each the add of one product, in one streaming pass; rows of one product are merged
 * and checked by the service's rules, the unusable left out and told. Memory: about 100 bytes a row, and one product.
 * What was written to the sink counts only if this resolves.
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
  const { format, mapping, styles, params } = plan;
  const { nowMs, shopUrl, tempDir } = options;
  const fields = new FieldNames(format?.translate);
  const conversion = new FeedConversion(
    { format, mapping, params, styles, nowMs, shopUrl, tempDir },
    fields,
    {
      rejected: rejected.add,
      leftOut: rejected.leftOut,
    },
  );
  const { gatherer } = conversion;
  try {
    const reading = new FeedReading(plan, fields, conversion, rejected);
    await reading.read(chunks, options);
    rejected.refuseTooMany(options.maxRejected, reading.rows);
    const { products, warnings, counts } = await writeProducts(gatherer, rejected, options, sink);
    rejected.refuseTooMany(options.maxRejected, reading.rows);
    if (products === 0) throw rejected.nothingLeft();
    return {
      plan,
      rows: reading.rows,
      products,
      variants: gatherer.variants,
      unavailable: counts.unavailable,
      without: counts.without,
      pricedByParts: gatherer.pricedByParts,
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
  gatherer: ProductGrouper,
  rejected: RejectedRows,
  { signal }: ConvertOptions,
  sink: (lines: Uint8Array) => Promise<void>,
): Promise<{ products: number; warnings: ReadonlyMap<string, number>; counts: ProductCounts }> {
  const counts = new ProductCounts();
  const check = new ProductCheck();
  let products = 0;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  const flush = async () => {
    signal?.throwIfAborted();
    if (kept.length > 0) await sink(Buffer.concat(kept));
    kept = [];
    keptBytes = 0;
  };
  for (const { text, line } of gatherer.products()) {
    const bytes = Buffer.from(`${text}\n`);
    const problem = check.problemOf(bytes.subarray(0, -1), line);
    if (problem === undefined) {
      kept.push(bytes);
      keptBytes += bytes.length;
      products++;
      counts.add(text);
    } else rejected.add(problem.code, problem.message, line, problem.product);
    if (keptBytes >= BATCH_BYTES) await flush();
  }
  await flush();
  return { products, warnings: check.warnings, counts };
}

/** Lines are written in batches of about this. */
const BATCH_BYTES = 1 << 18;

/** Counts what products lack, by the members of their lines: in texts quotes stand behind backslashes. */
class ProductCounts {
  unavailable = 0;
  readonly without: Record<ShownPart, number> = { availability: 0, price: 0, category: 0, image: 0 };

  add(line: string): void {
    for (const [part, member] of Object.entries(SHOWN_PARTS))
      if (!line.includes(member)) this.without[part as keyof typeof SHOWN_PARTS]++;
    if (line.includes('"availability":true')) return;
    if (line.includes('"availability":')) this.unavailable++;
    else this.without.availability++;
  }
}
