import { scanJson } from './scan.ts';
import { KIND, Tape } from './tape.ts';
import { decodeString, getNodeText } from './text.ts';

/** A piece of JSON that is written out exactly as it is, so that numbers keep their digits. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A parsed JSON value whose numbers are RawJson. */
export type LosslessValue =
  | string
  | boolean
  | null
  | RawJson
  | LosslessValue[]
  | { [key: string]: LosslessValue };

/** Parses JSON, keeps the spelling of numbers. Throws SyntaxError with the byte at which it is no JSON. */
export function parseLossless(text: string): LosslessValue {
  return parseLosslessBytes(new Tape(), Buffer.from(text));
}

/** `parseLossless` for UTF-8, by a tape that can be used again. */
export function parseLosslessBytes(tape: Tape, bytes: Uint8Array): LosslessValue {
  const problem = scanJson(tape, bytes, 0, bytes.length);
  if (problem !== null) throw new SyntaxError(`${problem.message} at byte ${problem.offset}`);
  return readValue(tape, 0);
}

function readValue(tape: Tape, node: number): LosslessValue {
  switch (tape.kindOf(node)) {
    case KIND.object:
      return readObject(tape, node);
    case KIND.array:
      return readItems(tape, node);
    case KIND.number:
      return new RawJson(getNodeText(tape, node));
    case KIND.true:
      return true;
    case KIND.false:
      return false;
    case KIND.null:
      return null;
    default:
      return decodeString(tape, node);
  }
}

function readObject(tape: Tape, object: number): { [key: string]: LosslessValue } {
  const members: [string, LosslessValue][] = [];
  const end = tape.nextOf(object);
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1))
    members.push([decodeString(tape, key), readValue(tape, key + 1)]);
  return Object.fromEntries(members);
}

function readItems(tape: Tape, array: number): LosslessValue[] {
  const items: LosslessValue[] = [];
  const end = tape.nextOf(array);
  for (let item = array + 1; item < end; item = tape.nextOf(item)) items.push(readValue(tape, item));
  return items;
}
