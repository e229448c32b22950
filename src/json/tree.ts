import { type ScanLimits, scanJson } from './scan.ts';
import { Tape } from './tape.ts';
import { stringOf, textOf } from './text.ts';

interface Member {
  /** The key with its quotes, as spelled. */
  keyText: string;
  value: string | ObjectTree;
}

/** Records were checked when they came in; what is stored may be as deep as any check allowed. */
const TREE_LIMITS: ScanLimits = { maxDepth: 100_000 };

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

  /** The tree of a JSON text, or undefined when the text is JSON but no object. Throws a SyntaxError on other text. */
  static parse(text: string): ObjectTree | undefined {
    const bytes = Buffer.from(text);
    const problem = scanJson(tape, bytes, 0, bytes.length, TREE_LIMITS);
    if (problem !== null) throw new SyntaxError(`${problem.message} at byte ${problem.offset}`);
    if (!tape.isObject(0)) return undefined;
    const members = new Map<string, Member>();
    const end = tape.nextOf(0);
    for (let key = 1; key < end; key = tape.nextOf(key + 1)) {
      members.set(stringOf(tape, key), { keyText: textOf(tape, key), value: textOf(tape, key + 1) });
    }
    return new ObjectTree(members, text);
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

  /**
   * The member as a tree; changes to it are changes of this one. Undefined when there is no such member, null when
   * it is not an object.
   */
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

  /** Whoever holds a child may change it, so the text of this tree can no longer be trusted. */
  #lend(tree: ObjectTree): ObjectTree {
    this.#source = undefined;
    return tree;
  }
}
