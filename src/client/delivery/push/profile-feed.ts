import { stat } from 'node:fs/promises';
import { withFile } from '../../../base/files/with-file.ts';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import { findLineNumbers } from '../../../catalog/delta/source/line-numbers.ts';
import { openSource } from '../../../catalog/delta/source/open-source.ts';
import { openInput } from '../../../catalog/opening/open.ts';
import { FeedProfiler, type WatchedFeed } from '../../profile/feed-profiler.ts';
import { chooseSampleRate, isSampleRateUsable } from '../../profile/sample.ts';
import { type FeedTarget, readProfiles } from '../../state/feed-profiles.ts';
import { readHead } from '../file-head.ts';
import type { Base } from './find-base.ts';
import type { PushContext, PushOptions } from './push-context.ts';

/** Profile and counts of the catalog from a comparison or a check. */
export interface ProfiledFeed {
  watched: WatchedFeed;
  linesAt: LineNumberLookup;
}

/** Numbers of lines, from 1, by where they start in a catalog. */
type LineNumberLookup = (positions: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Catalogs are some ten times smaller as gzip. */
const GZIP_FACTOR = 10;

/** Profiler for the comparison with a base; it samples the same share of products while that share suits. */
export async function createProfiler(
  { options, folder }: Pick<PushContext, 'folder'> & { options: FeedTarget & Pick<PushOptions, 'file'> },
  base: Base,
): Promise<FeedProfiler> {
  const products = base.baseProducts ?? (await estimateProducts(options.file));
  const oneIn = (await readProfiles(folder, options)).accepted.at(-1)?.oneIn;
  const isUsable = oneIn !== undefined && isSampleRateUsable(oneIn, products);
  return new FeedProfiler(isUsable ? oneIn : chooseSampleRate(products));
}

/** Reads a catalog file, plain or gzip, once more for the numbers of its lines. */
export function createLineLookup(path: string): LineNumberLookup {
  return async (positions) => {
    if (positions.length === 0) return new Map();
    return await withFile(await openSource({ path }, {}), ({ source }) => findLineNumbers(source, positions));
  };
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
