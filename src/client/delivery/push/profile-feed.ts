import { stat } from 'node:fs/promises';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import { openInput } from '../../../catalog/opening/open.ts';
import { LineSplitter } from '../../../catalog/splitting/line-splitter.ts';
import { FeedProfiler, type WatchedFeed } from '../../profile/feed-profiler.ts';
import { isSampleRateUsable, sampleRateFor } from '../../profile/sample.ts';
import { Tally } from '../../profile/tally.ts';
import { readHead } from '../file-head.ts';
import type { LineNumberLookup } from '../kept/lines-at.ts';
import type { Base } from './find-base.ts';
import type { PushContext, PushOptions } from './push-context.ts';

/** What a comparison, or a check, saw of the catalog that is to be pushed. */
export interface ProfiledFeed {
  watched: WatchedFeed;
  linesAt: LineNumberLookup;
}

interface WatchingContext extends Pick<PushContext, 'signal'> {
  options: Pick<PushOptions, 'file'>;
}

/** Catalogs are some ten times smaller as gzip. */
const GZIP_FACTOR = 10;

/** A watch for the comparison with a base. */
export async function createProfiler({ options }: WatchingContext, base: Base): Promise<FeedProfiler> {
  const known = base.tally && Tally.decode(base.tally);
  const products = base.keptProducts ?? (await estimateProducts(options.file));
  if (known !== undefined && isSampleRateUsable(known.oneIn, products))
    return new FeedProfiler(known.oneIn, known);
  return new FeedProfiler(sampleRateFor(products));
}

/**
 * Finishes the profile. Reads the catalog again if only changed lines were seen and there are no earlier
 * counts.
 */
export async function finishProfiling(
  context: WatchingContext,
  watch: FeedProfiler,
  linesAt: LineNumberLookup,
): Promise<ProfiledFeed> {
  const counted = watch.isBlind ? await countProducts(context, watch.oneIn) : undefined;
  return { watched: watch.end(counted), linesAt };
}

async function countProducts({ options, signal }: WatchingContext, oneIn: number): Promise<Tally> {
  const watch = new FeedProfiler(oneIn);
  const splitter = new LineSplitter({
    text: (bytes, start, end) => watch.line(bufferOf(bytes), start, end),
    // The comparison reports what is wrong with the catalog.
    problem: () => undefined,
  });
  const input = await openInput(options.file, { maxInflatedBytes: Number.POSITIVE_INFINITY, signal });
  for await (const chunk of input) splitter.push(chunk);
  splitter.end();
  return watch.end().tally;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The lines of a catalog; it has no more products than these. Undefined where lines say nothing: in one JSON array. */
export async function countLines(file: string, signal: AbortSignal): Promise<number | undefined> {
  const { text } = await readHead(file);
  if (!/^\uFEFF?\s*\{/.test(text.toString('utf8'))) return undefined;
  let lines = 0;
  let last: number | undefined = LINE_FEED;
  for await (const chunk of await openInput(file, { maxInflatedBytes: Number.POSITIVE_INFINITY, signal })) {
    for (const byte of chunk) if (byte === LINE_FEED) lines++;
    last = chunk.at(-1) ?? last;
  }
  return last === LINE_FEED ? lines : lines + 1;
}

/** About how many products a catalog has, by the length of its first lines. */
export async function estimateProducts(file: string): Promise<number> {
  const { text, gzip } = await readHead(file);
  const { size } = await stat(file);
  const lines = text.reduce((sum, byte) => sum + Number(byte === LINE_FEED), 0);
  return ((gzip ? size * GZIP_FACTOR : size) * Math.max(1, lines)) / Math.max(1, text.length);
}
