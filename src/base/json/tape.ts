/** Kind of a node. Strings with a backslash in them are told apart: only they need decoding. */
export const KIND = {
  object: 1,
  array: 2,
  string: 3,
  escapedString: 4,
  number: 5,
  true: 6,
  false: 7,
  null: 8,
} as const;

export type Kind = (typeof KIND)[keyof typeof KIND];

const WORDS_PER_NODE = 4;
const INITIAL_NODES = 64;

/**
 * The structure of one JSON text as a flat list of spans over its bytes, in the order of the text; nothing is
 * decoded or copied, so that numbers keep their digits and strings their spelling. A node is a number, its
 * index; the root is 0. The children of an object are its keys and values in turn. One tape is meant to be
 * filled again and again: after the first lines it allocates nothing.
 */
export class Tape {
  bytes: Uint8Array = new Uint8Array(0);
  /** Nodes in use. */
  length = 0;
  #own = new Int32Array(INITIAL_NODES * WORDS_PER_NODE);
  #words: Int32Array = this.#own;

  /** Forgets all nodes; the next ones are spans of `bytes`. */
  reset(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.length = 0;
    this.#words = this.#own;
  }

  /** Takes over another reader's nodes, four words each, uncopied: they must stay while in use. */
  adopt(bytes: Uint8Array, words: Int32Array, nodes: number): void {
    this.bytes = bytes;
    this.length = nodes;
    this.#words = words;
  }

  /** Appends a scalar, or a container that `close` will complete. */
  append(kind: Kind, start: number, end: number): number {
    const node = this.length++;
    const word = node * WORDS_PER_NODE;
    if (word === this.#words.length) this.#grow();
    const words = this.#words;
    words[word] = kind;
    words[word + 1] = start;
    words[word + 2] = end;
    words[word + 3] = node + 1;
    return node;
  }

  /** Completes a container: it ends before byte `end`, and all nodes appended since are inside it. */
  close(node: number, end: number): void {
    const word = node * WORDS_PER_NODE;
    this.#words[word + 2] = end;
    this.#words[word + 3] = this.length;
  }

  kindOf(node: number): Kind {
    return this.#words[node * WORDS_PER_NODE] as Kind;
  }

  /** Byte at which the node starts; for a string the opening quote. */
  startOf(node: number): number {
    return this.#words[node * WORDS_PER_NODE + 1] as number;
  }

  /** Byte behind the node. */
  endOf(node: number): number {
    return this.#words[node * WORDS_PER_NODE + 2] as number;
  }

  /** The next sibling's index; behind the last child, that of whatever follows the parent. */
  nextOf(node: number): number {
    return this.#words[node * WORDS_PER_NODE + 3] as number;
  }

  isString(node: number): boolean {
    const kind = this.kindOf(node);
    return kind === KIND.string || kind === KIND.escapedString;
  }

  isObject(node: number): boolean {
    return this.kindOf(node) === KIND.object;
  }

  #grow(): void {
    const larger = new Int32Array(this.#words.length * 2);
    larger.set(this.#own);
    this.#own = larger;
    this.#words = larger;
  }
}
