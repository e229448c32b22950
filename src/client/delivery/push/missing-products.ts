import path from 'node:path';
import { withFile } from '../../../base/files/with-file.ts';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import { toSingleLineBytes } from '../../../base/json/single-line.ts';
import { formatCatalogLine } from '../../../catalog/delta/catalog-line.ts';
import { diffCatalogs } from '../../../catalog/delta/diff.ts';
import type { Explanation } from '../../../catalog/delta/diff-options.ts';
import { joinFiles } from '../../../catalog/opening/join-files.ts';
import { openInput } from '../../../catalog/opening/open.ts';
import { RecordEditor } from '../../../catalog/record.ts';
import { parseTarget, type Target } from '../../../protocol/operation.ts';
import { type AppliedBase, nameVanishedFile } from '../../state/applied-base.ts';
import type { PushRun } from '../../state/push-run.ts';
import { createLineFile, type LineFile } from '../line-file.ts';
import { readOperationTexts } from '../operation-texts.ts';
import { writeGzip } from '../save-base.ts';
import { buildDiffOptions } from './compare-with-base.ts';
import { isMisfit } from './find-base.ts';
import type { PushContext } from './push-context.ts';

/** In the folder of the parts: a full load that deletes nothing, and the products that the catalog lacks. */
const BODY = 'full.jsonl';
const MISSING = 'missing.jsonl';

type MissingProducts = Pick<AppliedBase, 'leftUnavailable' | 'vanished'>;

/**
 * Writes the products that the catalog lacks, as the service will hold them: `availability` false, or with `--missing
 * ignore` as they were. A later full load would delete them, and needs their records then.
 * @param bases where they may be: what was pushed last, and what went missing before
 * @param body of a full load; gets them, too
 * @returns how many
 */
export async function writeMissing(
  context: PushContext,
  bases: readonly string[],
  body?: LineFile,
): Promise<number> {
  const written = new Set<string>();
  await withFile(await createLineFile(path.join(context.partsFolder, MISSING)), async (missing) => {
    const onExplain = async (explanation: Explanation) => {
      if (explanation.kind !== 'removed' || written.has(explanation.product)) return;
      written.add(explanation.product);
      const line = formatLine(explanation, context.options.missing === 'unavailable');
      await missing.writeLine(line);
      await body?.writeLine(line);
    };
    const catalog = { path: context.options.file };
    // An explanation of a removal holds the whole record.
    const options = { ...buildDiffOptions(context), missing: 'remove', onExplain } as const;
    for (const base of bases) await diffCatalogs({ path: base }, catalog, () => undefined, options);
  });
  return written.size;
}

/** Writes the catalog and the products that it lacks, for a load that deletes nothing; else undefined. */
export async function writeCarriedBody(
  context: PushContext,
  bases: readonly string[],
): Promise<{ path: string; carried: number } | undefined> {
  const { options, signal, partsFolder } = context;
  const body = path.join(partsFolder, BODY);
  return await withFile(await createLineFile(body), async (file) => {
    const open = (path: string) => openInput(path, { maxInflatedBytes: Infinity, signal });
    for await (const chunk of joinFiles([options.file], open)) await file.writeText(chunk);
    const carried = await writeMissing(context, bases, file);
    return carried === 0 ? undefined : { path: body, carried };
  });
}

function formatLine({ changes: [change] }: Explanation, asUnavailable: boolean): Uint8Array {
  const target = parseTarget(change?.path ?? '');
  if (change?.old === undefined || 'problem' in target) throw new Error('a removal without its record');
  const record = asUnavailable ? makeUnavailable(change.old, target) : change.old;
  return toSingleLineBytes(Buffer.from(formatCatalogLine('operations', target.family, target.id, record)));
}

function makeUnavailable(record: string, { family, id }: Target): string {
  const editor = new RecordEditor(record);
  const segments = ['attributes', 'availability'];
  const target = { family, id, component: 'attribute', segments } as const;
  editor.apply({ op: 'add', target, value: 'false', line: 1 });
  return editor.print() ?? record;
}

/**
 * Keeps the records of missing products that the service holds all the same, those of earlier pushes included. Where
 * they cannot be had, their number is kept.
 * @param before the snapshot that the pushed catalog was compared with
 */
export async function keepMissing(
  context: PushContext,
  run: PushRun,
  before: AppliedBase | undefined,
): Promise<MissingProducts> {
  const { folder, partsFolder, signal } = context;
  // A full load leaves nothing but what it holds; who names the base names all that the service holds.
  const isOnly = run.mode === 'full' || run.base !== undefined;
  const earlier = isOnly ? {} : readMissing(before);
  if (run.vanished === undefined) return earlier;
  const { leftUnavailable = 0, vanished } = earlier;
  const sources = [path.join(partsFolder, MISSING), ...(vanished ? [folder.file(vanished.file)] : [])];
  const file = nameVanishedFile(context.timing.now());
  try {
    const products = await writeGzip(folder.file(file), async (add) => {
      const written = new Set<string>();
      for (const source of sources) {
        const input = await openInput(source, { maxInflatedBytes: Number.POSITIVE_INFINITY, signal });
        for await (const { product, text } of readOperationTexts(input, source)) {
          if (written.has(product)) continue;
          written.add(product);
          await add(Buffer.concat([text, Buffer.of(LINE_FEED)]));
        }
      }
      return written.size;
    });
    const unknown = leftUnavailable - (vanished?.products ?? 0);
    return { leftUnavailable: Math.max(0, unknown) + products, vanished: { file, products } };
  } catch (error) {
    if (!isMisfit(error)) throw error;
    const { products } = run.vanished;
    context.warn(`could not save the records of ${products} missing products: a full load will delete them`);
    return { ...earlier, leftUnavailable: leftUnavailable + products };
  }
}

export function readMissing(snapshot: AppliedBase | undefined): MissingProducts {
  const { leftUnavailable, vanished } = snapshot ?? {};
  return { ...(leftUnavailable && { leftUnavailable }), ...(vanished && { vanished }) };
}
