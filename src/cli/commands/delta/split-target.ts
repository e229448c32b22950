import { rename } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import { type OperationText, type PartLayout, splitOperations } from '../../../catalog/delta/split.ts';
import { unescapeSegment } from '../../../protocol/json-pointer.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import {
  createDeltaFile,
  createFramedWriter,
  type DeltaFile,
  type DeltaTarget,
  type FramedWriter,
} from '../../shared/delta-file.ts';
import { countPartDigits, formatPartName, removeOlderParts } from './part-files.ts';

interface SplitOptions {
  file: string;
  cwd: string;
  layout: PartLayout;
  maxOperations: number;
  warn(text: string): void;
}

/** Several files, each within the limits of a job. They get their names when all of them are complete. */
export function createSplitTarget({ file, cwd, layout, maxOperations, warn }: SplitOptions): DeltaTarget {
  const operations = new PassThrough({ objectMode: true, highWaterMark: 256 });
  const parts: DeltaFile[] = [];
  const writing = writeParts();
  writing.catch(() => undefined); // reported by the write or the commit that waits for it

  function namePart(part: number): string {
    return formatPartName(file, part, countPartDigits(parts.length));
  }

  async function writeParts(): Promise<void> {
    const maxBytes = layout === 'json-patch' ? LIMITS.jsonPatchBytes : LIMITS.jsonLinesBytes;
    const limits = { maxOperations, maxBytes, layout };
    let writer: FramedWriter | undefined;
    for await (const { part, operation } of splitOperations(
      operations as AsyncIterable<OperationText>,
      limits,
    )) {
      if (writer === undefined || part > parts.length) writer = await startPart(writer);
      await writer.lines(Buffer.concat([operation.text, Buffer.from('\n')]));
    }
    await endPart(writer);
  }

  async function startPart(before: FramedWriter | undefined): Promise<FramedWriter> {
    await endPart(before);
    const part = await createDeltaFile(formatPartName(file, parts.length + 1), cwd);
    parts.push(part);
    return createFramedWriter(layout, (bytes) => part.write(bytes));
  }

  async function endPart(writer: FramedWriter | undefined): Promise<void> {
    await writer?.end();
    await parts.at(-1)?.end();
  }

  return {
    async write(lines) {
      for (const operation of readOperations(lines)) {
        if (operations.write(operation)) continue;
        await Promise.race([new Promise((resolve) => operations.once('drain', resolve)), writing]);
      }
    },
    async commit() {
      operations.end();
      await writing;
      for (const [index, part] of parts.entries()) {
        await part.commit();
        // how many digits there are is known now
        const name = namePart(index + 1);
        if (name !== part.name) await rename(path.resolve(cwd, part.name), path.resolve(cwd, name));
      }
      const removed = await removeOlderParts(file, cwd, parts.length);
      if (removed.length > 0) warn(`removed parts left by an older delta: ${removed.join(', ')}`);
    },
    async abort() {
      operations.destroy();
      // A part that is just being opened is one of them then.
      await writing.catch(() => undefined);
      for (const part of parts) await part.abort();
    },
    files: () => parts.map((_, index) => namePart(index + 1)),
  };
}

/** The record's segment of an operation's path, as our own diff writes operations. */
const PATH = /^\{"op":"(?:add|remove)","path":"\/(?:products|items)\/((?:[^"\\/]|\\.)+)/;

function readProduct(text: Buffer): string {
  const segment = PATH.exec(text.toString('utf8'))?.[1] ?? '';
  return unescapeSegment(JSON.parse(`"${segment}"`) as string) ?? segment;
}

/** The operations of whole lines of a delta, with the products they belong to. */
function* readOperations(lines: Uint8Array): Generator<OperationText> {
  const bytes = Buffer.from(lines); // they are written over meanwhile
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(LINE_FEED, start);
    const text = bytes.subarray(start, end);
    yield { product: readProduct(text), text };
    start = end + 1;
  }
}
