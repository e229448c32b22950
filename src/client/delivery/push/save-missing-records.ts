import path from 'node:path';
import { BrctlError } from '../../../base/errors.ts';
import { openInput } from '../../../catalog/opening/open.ts';
import { isUnchanged, type PushRun } from '../../state/push-run.ts';
import { nextVanishedFile, type Snapshot } from '../../state/snapshot.ts';
import type { Comparison } from '../kept/compare-catalogs.ts';
import { GzipFile } from '../kept/gzip-file.ts';
import { readOperationTexts } from '../operation-texts.ts';
import { CARRIED } from './carry-over.ts';
import type { Base } from './find-base.ts';
import { forEachMissing } from './missing-products.ts';
import type { PushContext } from './push-context.ts';

type Keeping = Pick<
  PushContext,
  'folder' | 'options' | 'partsFolder' | 'signal' | 'tempDir' | 'threads' | 'timing' | 'warn'
>;

/** What a snapshot says of products that the service holds beside those of the catalog. */
export type MissingProducts = Pick<Snapshot, 'leftUnavailable' | 'vanished'>;

type Take = (product: string, line: Uint8Array) => Promise<void>;

const LINE_FEED = Buffer.from('\n');

/**
 * Keeps the records of products that vanished and that the service holds all the same, those of earlier pushes included:
 * a later full load is to carry them over. Where they cannot be had, their number is kept.
 *
 * @param before the snapshot that the pushed catalog was compared with
 */
export async function saveMissingRecords(
  context: Keeping,
  run: PushRun,
  before: Snapshot | undefined,
  comparison: Comparison | undefined,
): Promise<MissingProducts> {
  const earlier = earlierOf(run, before);
  if (run.vanished === undefined) return earlier;
  const { leftUnavailable = 0, vanished } = earlier;
  const name = nextVanishedFile(context.timing.now());
  try {
    const products = await write(context, context.folder.file(name), async (take) => {
      await eachNew(context, run, { before, comparison }, take);
      if (vanished !== undefined) await eachLine(context, context.folder.file(vanished.file), take);
    });
    const unknown = leftUnavailable - (vanished?.products ?? 0);
    return { leftUnavailable: Math.max(0, unknown) + products, vanished: { file: name, products } };
  } catch (error) {
    await context.folder.remove(name);
    if (!areGone(error)) throw error;
    const { products } = run.vanished;
    context.warn(
      `the records of ${products} products that vanished cannot be kept: a full load will delete them`,
    );
    return { ...earlier, leftUnavailable: leftUnavailable + products };
  }
}

/** A full load leaves nothing but what it holds; who names the base names all that the service holds. */
function earlierOf({ mode, base }: PushRun, before: Snapshot | undefined): MissingProducts {
  if (mode === 'full' || base !== undefined || before === undefined) return {};
  const { leftUnavailable, vanished } = before;
  return { ...(leftUnavailable && { leftUnavailable }), ...(vanished && { vanished }) };
}

/** Writes each product once, as it comes first. */
async function write(
  { threads }: Keeping,
  target: string,
  work: (take: Take) => Promise<void>,
): Promise<number> {
  const file = await GzipFile.create(target, threads);
  const written = new Set<string>();
  try {
    await work(async (product, line) => {
      if (written.has(product)) return;
      written.add(product);
      await file.write(Buffer.concat([line, LINE_FEED]));
    });
    await file.finish();
    return written.size;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

/** What vanished with this push: a full load has written it beside its body. */
async function eachNew(
  context: Keeping,
  run: PushRun,
  { before, comparison }: { before: Snapshot | undefined; comparison: Comparison | undefined },
  take: Take,
): Promise<void> {
  const { as } = run.vanished ?? { as: 'ignore' };
  if (run.mode === 'full') return await eachLine(context, path.join(context.partsFolder, CARRIED), take);
  const base = await baseOf(context, run, before);
  await forEachMissing(context, { base, catalog: run.catalog.path, comparison, as }, take);
}

/** @throws BrctlError of kind `not-found` */
async function baseOf({ folder }: Keeping, run: PushRun, before: Snapshot | undefined): Promise<Base> {
  if (run.base !== undefined && (await isUnchanged(run.base))) return { path: run.base.path };
  if (run.base === undefined && before !== undefined)
    return { path: folder.file(before.file), keptProducts: before.products };
  throw new BrctlError('the catalog that it was compared with is gone', {
    kind: 'not-found',
    code: 'push.no_base',
  });
}

async function eachLine({ signal }: Keeping, file: string, take: Take): Promise<void> {
  const options = { maxInflatedBytes: Number.POSITIVE_INFINITY, signal };
  for await (const { product, text } of readOperationTexts(await openInput(file, options), file))
    await take(product, text);
}

function areGone(error: unknown): boolean {
  if (error instanceof BrctlError) return error.kind === 'input' || error.kind === 'not-found';
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
