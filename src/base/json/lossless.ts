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
  return recoverSpellings(new Tape(), Buffer.from(text), () => JSON.parse(text));
}

/**
 * Puts RawJson in place of the numbers in what JSON.parse makes of UTF-8, by a tape that can be used again.
 *
 * @throws SyntaxError with the byte at which it is no JSON
 */
export function recoverSpellings(tape: Tape, bytes: Uint8Array, parse: () => unknown): LosslessValue {
  const problem = scanJson(tape, bytes, 0, bytes.length);
  if (problem !== null) throw new SyntaxError(`${problem.message} at byte ${problem.offset}`);
  return recoverNode(tape, 0, parse());
}

/** Of a name that comes twice JSON.parse has the last value: an earlier node may not fit it, and changes nothing. */
function recoverNode(tape: Tape, node: number, value: unknown): LosslessValue {
  const kind = tape.kindOf(node);
  const isNumber = typeof value === 'number' || value instanceof RawJson;
  if (kind === KIND.number && isNumber) return new RawJson(getNodeText(tape, node));
  if (typeof value !== 'object' || value === null) return value as LosslessValue;
  const members = value as Record<string, unknown>;
  const end = tape.nextOf(node);
  if (kind === KIND.object)
    for (let key = node + 1; key < end; key = tape.nextOf(key + 1)) {
      if (tape.isString(key + 1)) continue;
      recoverMember(tape, key + 1, members, decodeString(tape, key));
    }
  if (kind === KIND.array)
    for (let item = node + 1, at = 0; item < end; item = tape.nextOf(item), at++)
      recoverMember(tape, item, members, String(at));
  return value as LosslessValue;
}

function recoverMember(tape: Tape, node: number, members: Record<string, unknown>, name: string): void {
  const before = members[name];
  const restored = recoverNode(tape, node, before);
  if (restored !== before) members[name] = restored;
}
