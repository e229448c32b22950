import type { OperationText } from '../../delta/split.ts';
import { unescapeSegment } from '../../protocol/json-pointer.ts';

const NEWLINE = 0x0a;

/** The record's segment of an operation's path, as our own diff writes operations. */
const PATH = /^\{"op":"(?:add|remove)","path":"\/(?:products|items)\/((?:[^"\\/]|\\.)+)/;

function productOf(text: Buffer): string {
  const segment = PATH.exec(text.toString('utf8'))?.[1] ?? '';
  return unescapeSegment(JSON.parse(`"${segment}"`) as string) ?? segment;
}

/** The operations of whole lines of a delta, with the products they belong to. */
export function* operationsOf(lines: Uint8Array): Generator<OperationText> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(NEWLINE, start);
    const text = bytes.subarray(start, end);
    yield { product: productOf(text), text };
    start = end + 1;
  }
}
