import { type OperationText, splitOperations } from '../../catalog/delta/split.ts';
import { openInput } from '../../catalog/opening/open.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { inspectBody } from './body-file.ts';
import { groupByProduct } from './gather-products.ts';
import { createLineFile, type LineFile } from './line-file.ts';
import { readOperationTexts } from './operation-texts.ts';
import { type PreparedBody, toPayload } from './prepare-body.ts';

export interface SplitPart {
  file: string;
  operations: number;
  bytes: number;
}

export interface SplitFileOptions {
  maxOperations: number;
  name: string;
  fileName(number: number): string;
}

/** An operation of a product came after those of another product had come in between. */
class ScatteredProductError extends Error {}

/**
 * Divides a file of checked operations into files that are each within the limits, no product divided. Reads it as a
 * stream; only where the operations of a product do not follow each other are they held to be brought together.
 * @throws BrctlError `split.product_too_large`, `split.too_large`
 */
export async function splitFile(path: string, options: SplitFileOptions): Promise<SplitPart[]> {
  const readTexts = async () => readOperationTexts(await openInput(path), options.name);
  try {
    return await writeParts(gatherOperations(await readTexts()), options);
  } catch (error) {
    if (!(error instanceof ScatteredProductError)) throw error;
    return await writeParts(groupByProduct(await readTexts()), options);
  }
}

/** Passes operations on as long as those of each product follow each other. */
async function* gatherOperations(operations: AsyncIterable<OperationText>): AsyncGenerator<OperationText> {
  const seen = new Set<string>();
  let current: string | undefined;
  for await (const operation of operations) {
    if (operation.product !== current && seen.has(operation.product)) throw new ScatteredProductError();
    seen.add(operation.product);
    current = operation.product;
    yield operation;
  }
}

async function writeParts(
  operations: AsyncIterable<OperationText>,
  options: SplitFileOptions,
): Promise<SplitPart[]> {
  const { maxOperations, fileName } = options;
  const limits = { maxOperations, maxBytes: LIMITS.jsonLinesBytes, layout: 'jsonlines' } as const;
  const parts: SplitPart[] = [];
  let file: LineFile | undefined;
  try {
    for await (const { part, operation } of splitOperations(operations, limits)) {
      if (part > parts.length) {
        await file?.close();
        const path = fileName(part);
        parts.push({ file: path, operations: 0, bytes: 0 });
        file = await createLineFile(path);
      }
      const current = parts[part - 1];
      if (file === undefined || current === undefined) continue;
      await file.writeLine(operation.text);
      current.operations++;
      current.bytes += operation.text.length + 1;
    }
  } finally {
    await file?.close();
  }
  return parts;
}

/** A body that may be over the limits, as bodies that are not; JSON Lines whatever it was. */
export async function splitBody(
  body: PreparedBody,
  limits: { maxOperations: number },
  fileName: (number: number) => string,
): Promise<PreparedBody[]> {
  const { path, kind, family, name } = body;
  const fits = body.operations <= limits.maxOperations && body.uncompressedBytes <= LIMITS.jsonLinesBytes;
  if (path === undefined || kind === 'sftpPaths' || (fits && kind === 'jsonLines')) return [body];
  const parts = await splitFile(path, { ...limits, name, fileName });
  return await Promise.all(
    parts.map(async ({ file, operations, bytes }, index) => ({
      ...toPayload(await inspectBody(file, `${name}, part ${index + 1}`)),
      operations,
      uncompressedBytes: bytes,
      family,
      warnings: 0,
      problems: [],
    })),
  );
}
