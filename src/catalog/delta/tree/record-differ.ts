import { sameNode } from '../../../base/json/equal.ts';
import { KIND, type Tape } from '../../../base/json/tape.ts';
import { isNamed, stringOf } from '../../../base/json/text.ts';
import { escapeSegment } from '../../../protocol/json-pointer.ts';
import { jsonStringBytes } from '../bytes/byte-string.ts';
import { ADD_FRAME_BYTES } from '../kernel/assembly/parts/layout.ts';
import type { RecordLine } from '../record/record-line.ts';
import { CompactText } from './compact-text.ts';
import { MemberDifferences } from './member-differences.ts';
import { MemberList } from './member-list.ts';
import { PatchList } from './patch-list.ts';
import { type ComponentShape, isLeaf, isMap, RECORD_SHAPES } from './shape.ts';

/**
 * Finds the members of two objects that differ in their bytes, as `MemberDifferences` has them; undefined where it leaves that
 * to the caller.
 */
type MemberComparison = (oldObject: number, newObject: number) => Int32Array | undefined;

const TILDE = 0x7e;
const SLASH = 0x2f;

/** A key as a segment of a path: pointer-escaped, JSON-escaped, as a byte string. */
function pathPiece(line: RecordLine, key: number): string {
  const { tape, bytes } = line;
  if (tape.kindOf(key) === KIND.string) {
    const start = tape.startOf(key) + 1;
    const end = tape.endOf(key) - 1;
    let at = start;
    while (at < end && bytes[at] !== TILDE && bytes[at] !== SLASH) at++;
    if (at === end) return bytes.toString('latin1', start, end);
  }
  return jsonStringBytes(escapeSegment(stringOf(tape, key)));
}

/** The shape of a member, or undefined where no operation can address it; an empty key has no path. */
function memberShape(shape: ComponentShape, tape: Tape, key: number): ComponentShape | undefined {
  if (shape.each !== undefined) return tape.endOf(key) - tape.startOf(key) > 2 ? shape.each : undefined;
  return shape.named?.find(({ name }) => isNamed(tape, key, name))?.shape;
}

/**
 * Finds the smallest operations that turn one record into another, by a cost a component: either it is set as a
 * whole, or its members are, whichever takes fewer bytes; ties go to fewer operations, then to the smaller
 * component (docs/explanation/delta.md explains why nothing smaller exists).
 */
export class RecordDiffer {
  readonly patch = new PatchList();
  readonly text = new CompactText();
  /** Key nodes of the last duplicate keys met in either line, -1 for none. */
  oldDuplicate = -1;
  newDuplicate = -1;
  /** Differences of the objects that are being compared, by depth. */
  readonly #levels: MemberDifferences[] = [];
  readonly #comparison: MemberComparison;
  #old: RecordLine;
  #new: RecordLine;
  /** False: each change is listed by itself, not merged into a larger component. */
  #merging = true;

  constructor(oldLine: RecordLine, newLine: RecordLine, comparison: MemberComparison = () => undefined) {
    this.#old = oldLine;
    this.#new = newLine;
    this.#comparison = comparison;
  }

  /** Fills `patch` with the operations between the two records that the lines hold now. */
  diff(): void {
    this.#compareRecords(true);
  }

  /** Fills `patch` with every own change, whether or not its own operation is worth it. */
  explain(): void {
    this.#compareRecords(false);
  }

  #compareRecords(merging: boolean): void {
    this.patch.truncate(0);
    this.oldDuplicate = -1;
    this.newDuplicate = -1;
    this.#merging = merging;
    const { value, family, path } = this.#new;
    if (this.#old.hiddenMember === undefined && this.#sameBytes(this.#old.value, value)) return;
    this.#compareMembers(RECORD_SHAPES[family], this.#old.value, value, path, 0);
  }

  #compare(shape: ComponentShape, oldNode: number, newNode: number, path: string, depth: number): void {
    const oldTape = this.#old.tape;
    const newTape = this.#new.tape;
    if (!isLeaf(shape) && oldTape.isObject(oldNode) && newTape.isObject(newNode)) {
      this.#compareMembers(shape, oldNode, newNode, path, depth);
    } else if (!sameNode(oldTape, oldNode, newTape, newNode)) {
      this.#add(path, oldNode, newNode);
    }
  }

  #compareMembers(
    shape: ComponentShape,
    oldNode: number,
    newNode: number,
    path: string,
    depth: number,
  ): void {
    const mark = this.patch.count;
    const differences = this.#differences(oldNode, newNode, depth);
    for (let index = 0; index < differences.count; index++) {
      const oldKey = differences.pairs[index * 2] as number;
      const newKey = differences.pairs[index * 2 + 1] as number;
      if (this.#compareMember(shape, oldKey, newKey, path, depth)) continue;
      this.patch.truncate(mark);
      this.#add(path, oldNode, newNode);
      return;
    }
    if (this.#merging && this.patch.count > mark) this.#merge(mark, path, oldNode, newNode);
  }

  #differences(oldNode: number, newNode: number, depth: number): MemberDifferences {
    let level = this.#levels[depth];
    if (level === undefined) {
      level = new MemberDifferences();
      this.#levels[depth] = level;
    }
    const found = this.#comparison(oldNode, newNode);
    if (found !== undefined) {
      level.take(found);
      return level;
    }
    level.compare(this.#old.tape, oldNode, this.#new.tape, newNode, (a, b) => this.#sameBytes(a, b));
    if (level.oldDuplicate >= 0) this.oldDuplicate = level.oldDuplicate;
    if (level.newDuplicate >= 0) this.newDuplicate = level.newDuplicate;
    return level;
  }

  /** A member that is new, gone or of different bytes. False: it differs and has no own path. */
  #compareMember(
    shape: ComponentShape,
    oldKey: number,
    newKey: number,
    path: string,
    depth: number,
  ): boolean {
    const line = newKey < 0 ? this.#old : this.#new;
    const key = newKey < 0 ? oldKey : newKey;
    if (depth === 0 && line.hiddenMember !== undefined && isNamed(line.tape, key, line.hiddenMember))
      return true;
    const inner = memberShape(shape, line.tape, key);
    if (inner === undefined) {
      return oldKey >= 0 && newKey >= 0 && sameNode(this.#old.tape, oldKey + 1, this.#new.tape, newKey + 1);
    }
    const innerPath = `${path}/${pathPiece(line, key)}`;
    if (newKey < 0) this.patch.remove(innerPath, oldKey + 1);
    else if (oldKey < 0) this.#addNew(inner, newKey + 1, innerPath);
    else this.#compare(inner, oldKey + 1, newKey + 1, innerPath, depth + 1);
    return true;
  }

  /**
   * A component that was not there. A map of attributes, variants or views comes into being with its first
   * member, so that member alone may be the smaller operation.
   */
  #addNew(shape: ComponentShape, newNode: number, path: string): void {
    const { tape } = this.#new;
    const mark = this.patch.count;
    if (isMap(shape) && tape.isObject(newNode)) {
      const members = new MemberList();
      members.list(tape, newNode);
      for (let index = 0; index < members.count; index++) {
        const key = members.keys[index] as number;
        if (memberShape(shape, tape, key) === undefined) break;
        this.#add(`${path}/${pathPiece(this.#new, key)}`, -1, key + 1);
      }
      if (members.count > 0 && this.patch.count - mark === members.count) {
        if (this.#merging) this.#merge(mark, path, -1, newNode);
        return;
      }
      this.patch.truncate(mark);
    }
    this.#add(path, -1, newNode);
  }

  /** Replaces the operations from `mark` on by one that sets the whole component, where that is smaller. */
  #merge(mark: number, path: string, oldNode: number, newNode: number): void {
    const count = this.patch.count - mark;
    const bytes = this.patch.bytes - this.patch.bytesUpTo(mark);
    const frame = ADD_FRAME_BYTES + path.length;
    if (frame > bytes) return;
    const whole = frame + this.#size(newNode, bytes - frame);
    if (whole > bytes || (whole === bytes && count === 1)) return;
    this.patch.truncate(mark);
    this.#add(path, oldNode, newNode);
  }

  #add(path: string, oldNode: number, newNode: number): void {
    this.patch.add(path, oldNode, newNode, this.#size(newNode));
  }

  #size(node: number, enough?: number): number {
    return this.text.size(this.#new.tape, node, this.#hidden(node), enough);
  }

  #hidden(node: number): string | undefined {
    return node === this.#new.value ? this.#new.hiddenMember : undefined;
  }

  #sameBytes(oldNode: number, newNode: number): boolean {
    const oldTape = this.#old.tape;
    const newTape = this.#new.tape;
    const oldStart = oldTape.startOf(oldNode);
    const newStart = newTape.startOf(newNode);
    const length = oldTape.endOf(oldNode) - oldStart;
    if (newTape.endOf(newNode) - newStart !== length) return false;
    const oldBytes = this.#old.bytes;
    const newBytes = this.#new.bytes;
    if (length > 48) {
      return oldBytes.compare(newBytes, newStart, newStart + length, oldStart, oldStart + length) === 0;
    }
    let at = 0;
    while (at < length && oldBytes[oldStart + at] === newBytes[newStart + at]) at++;
    return at === length;
  }
}
