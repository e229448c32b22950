import { Tape } from '../../base/json/tape.ts';
import type { RecordFormat } from '../../catalog/delta/diff-options.ts';
import { Findings } from '../../catalog/findings/findings.ts';
import { openInput } from '../../catalog/opening/open.ts';
import { scanOperation } from '../../catalog/operations/operation-line.ts';
import { parsePlainRecord } from '../../catalog/operations/parse-plain-record.ts';
import { InputSplitter } from '../../catalog/splitting/splitter.ts';

export interface FeedFile {
  path: string;
  format: RecordFormat;
}

/** How most lines begin: ids with escapes are read with all their line. */
const USUAL_BEGINNING = /^\{"op":"add","path":"\/(?:products|items)\/([^"\\~/]+)"/;
const BEGINNING_BYTES = 512;

/** The lines, from 1, of these products. Stops when all are found; passes over lines that cannot be read. */
export async function findProductLines(
  { path, format }: FeedFile,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const lines = new Map<string, number>();
  const idOf = createIdReader(format);
  const splitter = new InputSplitter({
    text(...place) {
      const id = idOf(...place);
      if (id !== undefined && ids.has(id) && !lines.has(id)) lines.set(id, place[3]);
    },
    /** Problems of a catalog were reported when it was loaded. */
    problem() {},
  });
  const maxInflatedBytes = Number.POSITIVE_INFINITY;
  for await (const chunk of await openInput(path, { signal, maxInflatedBytes })) {
    splitter.push(chunk);
    if (lines.size === ids.size) return lines;
  }
  splitter.end();
  return lines;
}

function createIdReader(format: RecordFormat) {
  const tape = new Tape();
  const parse = format === 'records' ? parsePlainRecord : undefined;
  return (bytes: Uint8Array, start: number, end: number, line: number, column: number) => {
    if (format === 'operations') {
      const head = bytes.subarray(start, Math.min(end, start + BEGINNING_BYTES));
      const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString();
      const id = USUAL_BEGINNING.exec(text)?.[1];
      if (id !== undefined) return id;
    }
    const source = { bytes, start, end, line, column };
    return scanOperation(tape, source, new Findings(1), parse)?.target.id;
  };
}
