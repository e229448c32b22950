import path from 'node:path';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import { openInput } from '../../../catalog/opening/open.ts';
import { LineFile } from '../line-file.ts';
import type { Base } from './find-base.ts';
import { forEachMissing } from './missing-products.ts';
import type { PushContext } from './push-context.ts';

type Carrying = Pick<PushContext, 'options' | 'partsFolder' | 'signal' | 'tempDir'>;

const BODY = 'full.jsonl';
/** What is in the body beside the catalog, in the folder of the parts. */
export const CARRIED = 'carried.jsonl';

/** The body of a full load that deletes nothing. */
export interface CarriedBody {
  path: string;
  /** Products that are in it beside those of the catalog. */
  carried: number;
}

/**
 * Writes the catalog with the products that it lacks behind it, those of the base and those that vanished before: with
 * `unavailable` their `availability` is false, with `ignore` they are as they were. A full load of the catalog alone would
 * delete them.
 *
 * @param before the file with those that vanished before
 * @returns undefined where it lacks none
 */
export async function writeCarriedBody(
  context: Carrying,
  base: Base,
  before: string | undefined,
  catalog: string,
): Promise<CarriedBody | undefined> {
  const body = path.join(context.partsFolder, BODY);
  const file = await LineFile.create(body);
  const carried = await LineFile.create(path.join(context.partsFolder, CARRIED));
  const as = context.options.missing === 'unavailable' ? 'unavailable' : 'ignore';
  const carriedOver = new Set<string>();
  const carry = async (product: string, line: Uint8Array) => {
    if (carriedOver.has(product)) return;
    carriedOver.add(product);
    await file.line(line);
    await carried.line(line);
  };
  try {
    await copyLines(catalog, file, context.signal);
    await forEachMissing(context, { base, catalog, as }, carry);
    if (before !== undefined) await forEachMissing(context, { base: { path: before }, catalog, as }, carry);
  } finally {
    await file.close();
    await carried.close();
  }
  return carriedOver.size === 0 ? undefined : { path: body, carried: carriedOver.size };
}

/** The text of a catalog, inflated; its last line is ended. */
async function copyLines(catalog: string, file: LineFile, signal: AbortSignal): Promise<void> {
  let last = LINE_FEED;
  const options = { maxInflatedBytes: Number.POSITIVE_INFINITY, signal };
  for await (const chunk of await openInput(catalog, options)) {
    await file.text(chunk);
    last = chunk.at(-1) ?? last;
  }
  if (last !== LINE_FEED) await file.text(Buffer.of(LINE_FEED));
}
