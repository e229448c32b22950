import { rename } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import { type OperationText, type PartLayout, splitOperations } from '../../../catalog/delta/split.ts';
import { unescapeSegment } from '../../../protocol/json-pointer.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import {
  createFramedWriter,
  DeltaFile,
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
export class SplitTarget implements DeltaTarget {
  readonly #options: SplitOptions;
  readonly #operations = new PassThrough({ objectMode: true, highWaterMark: 256 });
  readonly #parts: DeltaFile[] = [];
  readonly #writing: Promise<void>;

  constructor(options: SplitOptions) {
    this.#options = options;
    this.#writing = this.#writeParts();
    this.#writing.catch(() => undefined); // reported by the write or the commit that waits for it
  }

  async write(lines: Uint8Array): Promise<void> {
    for (const operation of readOperations(lines)) {
      if (this.#operations.write(operation)) continue;
      await Promise.race([new Promise((resolve) => this.#operations.once('drain', resolve)), this.#writing]);
    }
  }

  async commit(): Promise<void> {
    this.#operations.end();
    await this.#writing;
    const { file, cwd, warn } = this.#options;
    for (const [index, part] of this.#parts.entries()) {
      await part.commit();
      // how many digits there are is known now
      const name = this.#namePart(index + 1);
      if (name !== part.name) await rename(path.resolve(cwd, part.name), path.resolve(cwd, name));
    }
    const removed = await removeOlderParts(file, cwd, this.#parts.length);
    if (removed.length > 0) warn(`removed parts left by an older delta: ${removed.join(', ')}`);
  }

  async abort(): Promise<void> {
    this.#operations.destroy();
    // A part that is just being opened is one of them then.
    await this.#writing.catch(() => undefined);
    for (const part of this.#parts) await part.abort();
  }

  files(): string[] {
    return this.#parts.map((_, index) => this.#namePart(index + 1));
  }

  #namePart(part: number): string {
    return formatPartName(this.#options.file, part, countPartDigits(this.#parts.length));
  }

  async #writeParts(): Promise<void> {
    const { layout, maxOperations } = this.#options;
    const maxBytes = layout === 'json-patch' ? LIMITS.jsonPatchBytes : LIMITS.jsonLinesBytes;
    const placed = splitOperations(this.#operations as AsyncIterable<OperationText>, {
      maxOperations,
      maxBytes,
      layout,
    });
    let writer: FramedWriter | undefined;
    for await (const { part, operation } of placed) {
      if (writer === undefined || part > this.#parts.length) writer = await this.#startPart(writer);
      await writer.lines(Buffer.concat([operation.text, Buffer.from('\n')]));
    }
    await this.#endPart(writer);
  }

  async #startPart(before: FramedWriter | undefined): Promise<FramedWriter> {
    await this.#endPart(before);
    const file = await DeltaFile.create(
      formatPartName(this.#options.file, this.#parts.length + 1),
      this.#options.cwd,
    );
    this.#parts.push(file);
    return createFramedWriter(this.#options.layout, (bytes) => file.write(bytes));
  }

  async #endPart(writer: FramedWriter | undefined): Promise<void> {
    await writer?.end();
    await this.#parts.at(-1)?.end();
  }
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
