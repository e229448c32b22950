import { stat } from 'node:fs/promises';
import { openInput } from '../../catalog/opening/open.ts';
import { LINE_FEED } from '../../json/ascii.ts';
import { FeedWatch, type WatchedFeed } from '../../profile/feed-watch.ts';
import { isFitting, oneInFor } from '../../profile/sample.ts';
import { Tally } from '../../profile/tally.ts';
import { readHead } from '../file-head.ts';
import type { Base } from './find-base.ts';
import type { PushContext, PushOptions } from './push-context.ts';

/** What a comparison, or a check, saw of the catalog that is to be pushed. */
export interface SeenFeed {
  watched: WatchedFeed;
  /** The line that passed as the `nth`, from 1. */
  lineOf(nth: number): Promise<number>;
}

interface WatchingContext extends Pick<PushContext, 'signal'> {
  options: Pick<PushOptions, 'file'>;
}

/** Catalogs are some ten times smaller as gzip. */
const GZIP_FACTOR = 10;

/** A watch for the comparison with a base. */
export async function watchFor({ options }: WatchingContext, base: Base): Promise<FeedWatch> {
  const known = base.tally && Tally.decode(base.tally);
  const products = base.keptProducts ?? (await estimateProducts(options.file));
  if (known !== undefined && isFitting(known.oneIn, products)) return new FeedWatch(known.oneIn, known);
  return new FeedWatch(oneInFor(products));
}

/** What the watch has seen. Where only changes passed by, and nothing was known before, the catalog is read for it. */
export async function seenFeed(
  context: WatchingContext,
  watch: FeedWatch,
  lineOf: SeenFeed['lineOf'],
): Promise<SeenFeed> {
  const counted = watch.isBlind ? await countProducts(context, watch.oneIn) : undefined;
  return { watched: watch.end(counted), lineOf };
}

async function countProducts({ options, signal }: WatchingContext, oneIn: number): Promise<Tally> {
  const watch = new FeedWatch(oneIn);
  watch.beginAlone();
  const input = await openInput(options.file, { maxInflatedBytes: Number.POSITIVE_INFINITY, signal });
  for await (const chunk of input) watch.pass(1, chunk);
  return watch.end().tally;
}

/** About how many products a catalog has, by the length of its first lines. */
export async function estimateProducts(file: string): Promise<number> {
  const { text, gzip } = await readHead(file);
  const { size } = await stat(file);
  const lines = text.reduce((sum, byte) => sum + Number(byte === LINE_FEED), 0);
  return ((gzip ? size * GZIP_FACTOR : size) * Math.max(1, lines)) / Math.max(1, text.length);
}
