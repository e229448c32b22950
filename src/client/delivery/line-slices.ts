import { BrctlError } from '../../base/errors.ts';
import { LINE_FEED } from '../../base/json/ascii.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import { openInput } from '../../catalog/opening/open.ts';

/** Some whole lines of a file: bytes of its text, which is what comes out where the file is compressed. */
export interface LineSlice {
  startByte: number;
  endByte: number;
}

export interface SliceOptions {
  maxBytes: number;
  name: string;
  signal: AbortSignal;
}

/** Cuts a text at line ends into pieces that a file may hold. Throws `input.line_too_large`. */
export async function sliceAtLines(file: string, options: SliceOptions): Promise<LineSlice[]> {
  const { maxBytes, name, signal } = options;
  const slices: LineSlice[] = [];
  let startByte = 0;
  let atByte = 0;
  let cutByte = 0;
  const text = await openInput(file, { maxInflatedBytes: Number.POSITIVE_INFINITY, name, signal });
  for await (const chunk of text) {
    while (atByte + chunk.length > startByte + maxBytes) {
      const lastFeed = chunk.lastIndexOf(LINE_FEED, startByte + maxBytes - 1 - atByte);
      if (startByte + maxBytes > atByte && lastFeed !== -1) cutByte = atByte + lastFeed + 1;
      if (cutByte === startByte) throw lineTooLargeError(options);
      slices.push({ startByte, endByte: cutByte });
      startByte = cutByte;
    }
    const lastFeed = chunk.lastIndexOf(LINE_FEED);
    if (lastFeed !== -1) cutByte = atByte + lastFeed + 1;
    atByte += chunk.length;
  }
  if (atByte > startByte || slices.length === 0) slices.push({ startByte, endByte: atByte });
  return slices;
}

/** The bytes of a slice of a compressed file; what comes before is inflated and left out. */
export async function* inflateSlice(
  file: string,
  { startByte, endByte }: LineSlice,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let atByte = 0;
  for await (const chunk of await openInput(file, { maxInflatedBytes: Number.POSITIVE_INFINITY })) {
    const piece = chunk.subarray(Math.max(0, startByte - atByte), Math.max(0, endByte - atByte));
    atByte += chunk.length;
    if (piece.length > 0) {
      onRead(piece.length);
      yield piece;
    }
    if (atByte >= endByte) return;
  }
}

function lineTooLargeError({ name, maxBytes }: SliceOptions): BrctlError {
  return new BrctlError(
    `a line is longer than ${formatCount(maxBytes)} bytes, the limit of one file in the SFTP folder`,
    {
      kind: 'input',
      code: 'input.line_too_large',
      file: name,
      why: 'brctl splits files at line ends',
      hint: 'write one operation per line (JSON Lines)',
    },
  );
}
