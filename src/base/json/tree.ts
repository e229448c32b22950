import { MAX_STORED_DEPTH, scanJson } from './scan.ts';
import { KIND, Tape } from './tape.ts';

interface Member {
  /** The key with its quotes, as spelled. */
  keyText: string;
  value: string | ObjectTree;
}

/** Bytes of UTF-8 that only continue a character are `10xxxxxx`; those that begin one of four bytes are 0xf0 and above. */
const CONTINUATION_MASK = 0xc0;
const CONTINUATION = 0x80;
const FIRST_OF_FOUR = 0xf0;

/** Finds places of a text by their bytes in UTF-8, each behind the last: a piece of the text is then cut out, not decoded. */
class Places {
  readonly #text: string;
  readonly #bytes: Uint8Array;
  #byte = 0;
  #unit = 0;

  constructor(text: string, bytes: Uint8Array) {
    this.#text = text;
    this.#bytes = bytes;
  }

  /** The text from one byte to another. */
  slice(start: number, end: number): string {
    return this.from(this.unitAt(start), end);
  }

  /** The text from where `unitAt` found a byte to another byte. */
  from(unit: number, end: number): string {
    return this.#text.slice(unit, this.unitAt(end));
  }

  unitAt(byte: number): number {
    if (this.#bytes.length === this.#text.length) return byte;
    for (; this.#byte < byte; this.#byte++) {
      const value = this.#bytes[this.#byte] as number;
      if ((value & CONTINUATION_MASK) !== CONTINUATION) this.#unit += value >= FIRST_OF_FOUR ? 2 : 1;
    }
    return this.#unit;
  }
}

/** Filled by one reading after the other, none of which outlasts `parse`. */
const tape = new Tape();

/**
 * A JSON object that can be changed without touching what is not: every member keeps its text, digits and escapes
 * included, until it is replaced. Only objects that are looked into are parsed. Of duplicate keys the last wins.
 */
export class ObjectTree {
  readonly #members: Map<string, Member>;
  /** The text it was read from, while nothing has changed. */
  #source: string | undefined;

  private constructor(members: Map<string, Member>, source: string | undefined) {
    this.#members = members;
    this.#source = source;
  }

  static empty(): ObjectTree {
    return new ObjectTree(new Map(), undefined);
  }

  /**
   * The tree of a JSON text, or undefined when the text is JSON but no object. Throws a SyntaxError on other text.
   *
   * @param opened a member that will be looked into: an object there is taken apart in the same reading
   */
  static parse(text: string, opened?: string): ObjectTree | undefined {
    const bytes = Buffer.from(text);
    const problem = scanJson(tape, bytes, 0, bytes.length, MAX_STORED_DEPTH);
    if (problem !== null) throw new SyntaxError(`${problem.message} at byte ${problem.offset}`);
    if (!tape.isObject(0)) return undefined;
    return new ObjectTree(indexMembers(0, new Places(text, bytes), opened), text);
  }

  static ofNode(node: number, places: Places): ObjectTree {
    const from = places.unitAt(tape.startOf(node));
    const members = indexMembers(node, places, undefined);
    return new ObjectTree(members, places.from(from, tape.endOf(node)));
  }

  /** Is there such a member, and is it null? */
  isNull(key: string): boolean {
    return this.#members.get(key)?.value === 'null';
  }

  keys(): string[] {
    return [...this.#members.keys()];
  }

  /** The text of a member's value. */
  get(key: string): string | undefined {
    const value = this.#members.get(key)?.value;
    return value instanceof ObjectTree ? value.print() : value;
  }

  /** The member as a tree, whose changes are this one's; undefined if missing, null if no object. */
  child(key: string): ObjectTree | null | undefined {
    const member = this.#members.get(key);
    if (member === undefined) return undefined;
    if (member.value instanceof ObjectTree) return this.#lend(member.value);
    const tree = ObjectTree.parse(member.value);
    if (tree === undefined) return null;
    member.value = tree;
    return this.#lend(tree);
  }

  /** Adds or replaces a member by the JSON text of its value. */
  set(key: string, value: string | ObjectTree): void {
    const keyText = this.#members.get(key)?.keyText ?? JSON.stringify(key);
    this.#members.set(key, { keyText, value });
    this.#source = undefined;
  }

  /** Was there such a member? */
  delete(key: string): boolean {
    this.#source = undefined;
    return this.#members.delete(key);
  }

  /** The object as JSON text: the source itself while nothing changed, else without white space between members. */
  print(): string {
    if (this.#source !== undefined) return this.#source;
    const members: string[] = [];
    for (const [key, { keyText }] of this.#members) members.push(`${keyText}:${this.get(key)}`);
    return `{${members.join(',')}}`;
  }

  /** A holder of a child may change it, so the text of this tree can no longer be trusted. */
  #lend(tree: ObjectTree): ObjectTree {
    this.#source = undefined;
    return tree;
  }
}

/** The members of an object on the tape, in order. */
function indexMembers(node: number, places: Places, opened: string | undefined): Map<string, Member> {
  const members = new Map<string, Member>();
  const end = tape.nextOf(node);
  for (let key = node + 1; key < end; key = tape.nextOf(key + 1)) {
    const keyText = places.slice(tape.startOf(key), tape.endOf(key));
    const isEscaped = tape.kindOf(key) === KIND.escapedString;
    const name = isEscaped ? JSON.parse(keyText) : keyText.slice(1, -1);
    const value = key + 1;
    const isOpened = name === opened && tape.isObject(value);
    members.set(name, {
      keyText,
      value: isOpened
        ? ObjectTree.ofNode(value, places)
        : places.slice(tape.startOf(value), tape.endOf(value)),
    });
  }
  return members;
}
