import { Tape } from '../../base/json/tape.ts';
import type { RecordFormat } from '../../catalog/delta/diff-options.ts';
import { Findings } from '../../catalog/findings/findings.ts';
import { openInput } from '../../catalog/opening/open.ts';
import { scanOperation } from '../../catalog/operations/operation-line.ts';
import { parsePlainRecord } from '../../catalog/operations/parse-plain-record.ts';
import { InputSplitter } from '../../catalog/splitting/splitter.ts';
import type { TextHandler } from '../../catalog/splitting/text-handler.ts';

export interface FeedFile {
  path: string;
  format: RecordFormat;
}

/** How most lines begin: ids with escapes are read with all their line. */
const USUAL_BEGINNING = /^\{"op":"add","path":"\/(?:products|items)\/([^"\\~/]+)"/;
const BEGINNING_BYTES = 512;

/** The lines, from 1, of these products. Stops when all are found; passes over lines that cannot be read. */
export async function linesOf(
  { path, format }: FeedFile,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const splitter = new InputSplitter(new LineNotes(format, ids, found));
  const maxInflatedBytes = Number.POSITIVE_INFINITY;
  for await (const chunk of await openInput(path, { signal, maxInflatedBytes })) {
    splitter.push(chunk);
    if (found.size === ids.size) return found;
  }
  splitter.end();
  return found;
}

class LineNotes implements TextHandler {
  readonly #format: RecordFormat;
  readonly #ids: ReadonlySet<string>;
  readonly #found: Map<string, number>;
  readonly #tape = new Tape();

  constructor(format: RecordFormat, ids: ReadonlySet<string>, found: Map<string, number>) {
    this.#format = format;
    this.#ids = ids;
    this.#found = found;
  }

  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void {
    const id = this.#idOf(bytes, start, end, line, column);
    if (id !== undefined && this.#ids.has(id) && !this.#found.has(id)) this.#found.set(id, line);
  }

  /** What is wrong with a catalog was told when it was loaded. */
  problem(): void {}

  #idOf(bytes: Uint8Array, start: number, end: number, line: number, column: number): string | undefined {
    if (this.#format === 'operations') {
      const head = bytes.subarray(start, Math.min(end, start + BEGINNING_BYTES));
      const [, id] =
        USUAL_BEGINNING.exec(Buffer.from(head.buffer, head.byteOffset, head.length).toString()) ?? [];
      if (id !== undefined) return id;
    }
    const parse = this.#format === 'records' ? parsePlainRecord : undefined;
    const source = { bytes, start, end, line, column };
    return scanOperation(this.#tape, source, new Findings(1), parse)?.target.id;
  }
}
