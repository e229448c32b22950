import { COLON, COMMA } from '../../../base/json/ascii.ts';
import { KIND, type Tape } from '../../../base/json/tape.ts';
import { stringOf } from '../../../base/json/text.ts';
import { ByteList } from '../bytes/byte-list.ts';
import { toByteString } from '../bytes/byte-string.ts';
import { MemberList } from './member-list.ts';

/**
 * Writes values in their shortest spelling: no white space between tokens, no escapes that are not needed, of
 * duplicate keys the last. Numbers keep the digits they came with.
 */
export class CompactText {
  readonly #scratch = new ByteList();
  readonly #members = new MemberList();
  /** Key node of the last duplicate that was left out, -1 for none. */
  duplicate = -1;

  /** Bytes that `append` will write for the node; any number above `enough` where there are more. */
  size(tape: Tape, node: number, hidden?: string, enough = Number.POSITIVE_INFINITY): number {
    const sum = hidden === undefined ? this.#sum(tape, node, enough) : -1;
    if (sum >= 0) return sum;
    this.#scratch.clear();
    this.#rewrite(this.#scratch, tape, node, hidden);
    return this.#scratch.length;
  }

  /** Appends the node, without its member `hidden`. */
  append(out: ByteList, tape: Tape, node: number, hidden?: string): void {
    const start = tape.startOf(node);
    const end = tape.endOf(node);
    if (hidden === undefined && this.#sum(tape, node) === end - start) out.span(tape.bytes, start, end);
    else this.#rewrite(out, tape, node, hidden);
  }

  /**
   * Size of the node without white space; -1 where it has escapes or duplicate keys, which only writing it can
   * tell. Between the children of a container stands one separator less than there are children.
   */
  #sum(tape: Tape, node: number, enough = Number.POSITIVE_INFINITY): number {
    const end = tape.nextOf(node);
    let size = -1;
    for (let at = node; at < end && size <= enough; at++) {
      const kind = tape.kindOf(at);
      if (kind === KIND.escapedString) return -1;
      if (kind === KIND.object && this.#hasDuplicates(tape, at)) return -1;
      const isContainer = kind === KIND.object || kind === KIND.array;
      if (!isContainer) size += tape.endOf(at) - tape.startOf(at) + 1;
      else size += tape.nextOf(at) > at + 1 ? 2 : 3;
    }
    return size;
  }

  #hasDuplicates(tape: Tape, object: number): boolean {
    this.#members.list(tape, object);
    if (this.#members.duplicate >= 0) this.duplicate = this.#members.duplicate;
    return this.#members.duplicate >= 0;
  }

  #rewrite(out: ByteList, tape: Tape, node: number, hidden?: string): void {
    const kind = tape.kindOf(node);
    if (kind === KIND.object) this.#object(out, tape, node, hidden);
    else if (kind === KIND.array) this.#array(out, tape, node);
    else if (kind === KIND.escapedString) out.byteString(toByteString(JSON.stringify(stringOf(tape, node))));
    else out.span(tape.bytes, tape.startOf(node), tape.endOf(node));
  }

  #object(out: ByteList, tape: Tape, node: number, hidden?: string): void {
    const members = new MemberList();
    members.list(tape, node, hidden);
    if (members.duplicate >= 0) this.duplicate = members.duplicate;
    out.byte(0x7b);
    for (let index = 0; index < members.count; index++) {
      if (index > 0) out.byte(COMMA);
      const key = members.keys[index] as number;
      this.#rewrite(out, tape, key);
      out.byte(COLON);
      this.#rewrite(out, tape, key + 1);
    }
    out.byte(0x7d);
  }

  #array(out: ByteList, tape: Tape, node: number): void {
    const end = tape.nextOf(node);
    out.byte(0x5b);
    for (let child = node + 1; child < end; child = tape.nextOf(child)) {
      if (child > node + 1) out.byte(COMMA);
      this.#rewrite(out, tape, child);
    }
    out.byte(0x5d);
  }
}
