import { addFileToError, type Problem } from '../../base/errors.ts';
import { Tape } from '../../base/json/tape.ts';
import { Findings } from '../../catalog/findings/findings.ts';
import { RecordKernel } from '../../catalog/kernel/record-kernel.ts';
import { scanOperation } from '../../catalog/operations/operation-line.ts';
import { checkParsedOperation } from '../../catalog/rules/check-operation.ts';
import { warnOfDuplicateKeys } from '../../catalog/rules/duplicate-keys.ts';
import { toUtf8, type Utf8Piece } from './encoding.ts';
import { createFeedConversion, type FeedConversion } from './grouping/feed-conversion.ts';
import type { ProductGrouper } from './grouping/product-grouper.ts';
import { type FeedPlan, type PlanOptions, planFeed, refuseUnknownFields, withHead } from './plan-feed.ts';
import { RejectedRows } from './rejected-rows.ts';
import { FieldNames } from './rows/fields.ts';
import { createRowReader } from './rows/inspect-feed.ts';

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

export type ConvertReport = Awaited<ReturnType<typeof convertBy>>;

/** Looks at a feed without converting it: for a starter mapping. */
export async function inspectFeedInput(input: FeedInput, options: ConvertOptions): Promise<FeedPlan> {
  const { head, all } = await withHead(await input.open());
  await all.return(undefined);
  return await planFeed(head, options);
}

/**
 * Converts a feed to catalog lines, each the add of one product, in one streaming pass; rows of one product are merged
 * and checked by the service's rules, the unusable left out and told. Memory: about 100 bytes a row, and one product.
 * The output in the sink is valid only if this resolves.
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
    throw addFileToError(thrown, input.name);
  }
}

async function convertBy(
  plan: FeedPlan,
  chunks: AsyncIterable<Buffer>,
  options: ConvertOptions,
  sink: (lines: Uint8Array) => Promise<void>,
) {
  const rejected = new RejectedRows(options.maxProblems);
  const fields = new FieldNames(plan.format?.translate);
  const conversion = createFeedConversion(plan, options, fields, rejected);
  const { gatherer } = conversion;
  try {
    const bytes = await readRows(plan, fields, conversion, chunks, options);
    rejected.refuseTooMany(options.maxRejected, conversion.rows);
    const written = await writeProducts(gatherer, rejected, options, sink);
    rejected.refuseTooMany(options.maxRejected, conversion.rows);
    if (written.products === 0) throw rejected.nothingLeft();
    return {
      plan,
      ...written,
      rows: conversion.rows,
      variants: gatherer.variants,
      /** Products without a price of their own that have the lowest of what they are sold as. */
      pricedByParts: gatherer.pricedByParts,
      bytes,
      /** Rows, and products made of several rows, that were left out. */
      rejected: rejected.count,
      rejectedByCode: rejected.byCode,
      rejections: rejected.kept,
      /** Values that could not be read and were left out, by code. */
      leftOut: rejected.leftOutByCode,
      leftOutExamples: rejected.leftOutKept,
    };
  } finally {
    gatherer.close();
  }
}

/** Reads all rows; returns how many bytes they took. */
async function readRows(
  { shape, parts, encoding, params }: FeedPlan,
  fields: FieldNames,
  conversion: FeedConversion,
  chunks: AsyncIterable<Buffer>,
  { signal, onProgress }: ConvertOptions,
): Promise<number> {
  const reader = createRowReader(shape, fields, conversion, { ...parts, params });
  const decode = toUtf8(encoding);
  let bytes = 0;
  const push = async (piece: Utf8Piece) => {
    conversion.isSuspect ||= !piece.isSound;
    if (piece.bytes.length > 0) await reader.push(piece.bytes);
  };
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    await push(decode(chunk, false));
    bytes += chunk.length;
    onProgress?.(bytes, conversion.rows);
  }
  await push(decode(Buffer.alloc(0), true));
  await reader.end();
  onProgress?.(bytes, conversion.rows);
  return bytes;
}

/** The index leaves such a product out: a feed that lacks a column would empty the shop. */
const UNSEARCHABLE = 'attribute.required';
const MAX_KEPT = 100;

/** Checks products by the rules that `validate` and the service have: tells why one would not be found, if it would not. */
function createProductCheck(warnings: Findings): (product: Buffer, line: number) => Problem | undefined {
  const kernel = RecordKernel.load();
  const tape = new Tape();
  return (product, line) => {
    if (kernel?.accepts(product, 0, product.length) === true) {
      warnings.countMore('warning', 'attribute.advised', kernel.advisedMissing);
      warnings.countMore('warning', 'attribute.numeric_string', kernel.numericStrings);
      return undefined;
    }
    const findings = new Findings(MAX_KEPT);
    const parsed = scanOperation(tape, { bytes: product, start: 0, end: product.length, line }, findings);
    if (parsed !== undefined) {
      checkParsedOperation(tape, parsed, 'full', findings);
      warnOfDuplicateKeys(tape, findings);
    }
    const refused = findings.kept.find(({ severity, code }) => severity === 'error' || code === UNSEARCHABLE);
    if (refused !== undefined) return { ...refused, severity: 'error' };
    for (const [code, count] of findings.countByCode) warnings.countMore('warning', code, count);
    return undefined;
  };
}

const AVAILABILITY = '"availability":';

/** Parts of a product that a shop shows, with names as no text holds them: there quotes stand behind backslashes. */
const SHOWN = [
  ['availability', AVAILABILITY],
  ['price', '"price":'],
  ['category', '"category_paths":'],
  ['image', '"thumb_image":'],
] as const;

/** Lines are written in batches of about this. */
const BATCH_BYTES = 1 << 18;

async function writeProducts(
  gatherer: ProductGrouper,
  rejected: RejectedRows,
  { signal }: ConvertOptions,
  sink: (lines: Uint8Array) => Promise<void>,
) {
  /** Products that lack what a shop shows of them. */
  const without = { availability: 0, price: 0, category: 0, image: 0 };
  const warnings = new Findings(0);
  const check = createProductCheck(warnings);
  let [products, unavailable, keptBytes] = [0, 0, 0];
  let kept: Buffer[] = [];
  const flush = async () => {
    signal?.throwIfAborted();
    if (kept.length > 0) await sink(Buffer.concat(kept));
    kept = [];
    keptBytes = 0;
  };
  for (const { text, line } of gatherer.products()) {
    const problem = check(text.subarray(0, -1), line);
    if (problem !== undefined) {
      rejected.add(problem.code, problem.message, line, problem.product);
      continue;
    }
    kept.push(text);
    keptBytes += text.length;
    products++;
    const json = text.toString('latin1');
    for (const [part, name] of SHOWN) if (!json.includes(name)) without[part]++;
    // That of the product stands before those of its variants.
    const place = json.indexOf(AVAILABILITY);
    if (place >= 0 && json.startsWith('false', place + AVAILABILITY.length)) unavailable++;
    if (keptBytes >= BATCH_BYTES) await flush();
  }
  await flush();
  return {
    products,
    /** Products that cannot be bought. */
    unavailable,
    without,
    /** How often `validate` would warn of each code. */
    warnings: warnings.countByCode,
  };
}
