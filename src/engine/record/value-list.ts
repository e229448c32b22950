import { MAX_VALUE_LENGTH } from '../field-values.ts';
import { Float64List, Uint32List } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';
import type { FieldPlan } from './field-plan.ts';
import { type JsonNodes, KIND } from './json-nodes.ts';

/** Takes values row by row: numbers as they are, texts and booleans by their number in the table. */
export interface ValueSink {
  addNumber(row: number, number: number): void;
  addValue(row: number, value: number): void;
}

/** Of longer lists, numbers are looked up in a set. */
const FEW = 32;

/** Lists of the values of attributes, one behind the other: numbers as they are, texts and booleans by number. */
export class ValueList {
  /** 0 where the value is a number. */
  readonly #values = new Uint32List();
  readonly #numbers = new Float64List();
  readonly #table: ValueInterner;
  readonly #true: number;
  readonly #false: number;

  constructor(table: ValueInterner) {
    this.#table = table;
    this.#true = table.numberOfOther(true);
    this.#false = table.numberOfOther(false);
  }

  get length(): number {
    return this.#values.length;
  }

  /** The number that a value is; 0 for one that is none. */
  numberAt(index: number): number {
    return this.#numbers.at(index);
  }

  clear(): void {
    this.#values.length = 0;
    this.#numbers.length = 0;
  }

  /** A value's number in the table, 0 for one that is a number. */
  at(index: number): number {
    return this.#values.at(index);
  }

  /** Adds an attribute's values, each once: of a list its members; null, empty, very long and endless ones are none. */
  read(nodes: JsonNodes, node: number): void {
    if (nodes.kinds[node] !== KIND.array) {
      this.#readScalar(nodes, node);
      return;
    }
    const from = this.length;
    const end = nodes.nexts[node] ?? 0;
    for (let each = node + 1; each < end; each = nodes.nexts[each] ?? end) this.#readScalar(nodes, each);
    if (this.length > from + 1) this.makeUnique(from);
  }

  #readScalar(nodes: JsonNodes, node: number): void {
    const kind = nodes.kinds[node] ?? 0;
    if (kind === KIND.string) {
      const start = nodes.starts[node] ?? 0;
      const end = nodes.ends[node] ?? 0;
      if (end > start && end - start <= MAX_VALUE_LENGTH)
        this.#push(this.#table.numberOf(nodes.units, start, end), 0);
    } else if (kind === KIND.number) this.#pushNumber(nodes.number(node) + 0);
    else if (kind === KIND.true) this.#push(this.#true, 0);
    else if (kind === KIND.false) this.#push(this.#false, 0);
  }

  /** One beyond the range of a double is none: it has no place among the others. */
  #pushNumber(number: number): void {
    if (Number.isFinite(number)) this.#push(0, number);
  }

  #push(value: number, number: number): void {
    this.#values.push(value);
    this.#numbers.push(number);
  }

  /** Adds the values from one place to another once more. */
  copy(from: number, to: number): void {
    for (let at = from; at < to; at++) this.#push(this.#values.at(at), this.#numbers.at(at));
  }

  /** Adds the values from one place to another in lower case, as texts. */
  copyLowerCase(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const value = this.#values.at(at) || this.#table.numberOfOther(this.#numbers.at(at));
      this.#push(this.#table.lowerCaseOf(value), 0);
    }
  }

  /** Leaves each value from a place on that comes again out. */
  makeUnique(from: number): void {
    const collection = this.#table.clearMarks();
    const seen = this.length - from > FEW ? new Set<number>() : null;
    let to = from;
    for (let at = from; at < this.length; at++) {
      const value = this.#values.at(at);
      const number = this.#numbers.at(at);
      const isNew =
        value === 0 ? this.#isNewNumber(number, from, to, seen) : this.#table.mark(value, collection);
      if (!isNew) continue;
      this.#values.set(to, value);
      this.#numbers.set(to++, number);
    }
    this.#values.length = to;
    this.#numbers.length = to;
  }

  #isNewNumber(number: number, from: number, to: number, seen: Set<number> | null): boolean {
    if (seen) return seen.size < seen.add(number).size;
    for (let at = from; at < to; at++)
      if (this.#values.at(at) === 0 && this.#numbers.at(at) === number) return false;
    return true;
  }

  /** Adds the values from one place to another to a sink, such as a column. */
  write(column: ValueSink, row: number, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const value = this.#values.at(at);
      if (value === 0) column.addNumber(row, this.#numbers.at(at));
      else column.addValue(row, value);
    }
  }
}

/** Fields and where their values stand in a `ValueList`. */
export class FieldEntries {
  length = 0;
  /** Longer than the list, as the arrays are used again; so are the others. */
  readonly plans: FieldPlan[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];

  clear(): void {
    this.length = 0;
  }

  add(plan: FieldPlan, from: number, to: number): void {
    const at = this.length++;
    this.plans[at] = plan;
    this.from[at] = from;
    this.to[at] = to;
  }
}
