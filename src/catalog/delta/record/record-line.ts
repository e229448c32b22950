import type { Problem } from '../../../base/errors.ts';
import type { JsonProblem } from '../../../base/json/problem.ts';
import { scanJson } from '../../../base/json/scan.ts';
import { KIND, Tape } from '../../../base/json/tape.ts';
import { decodeString, getNodeText, isNamed, isSameString } from '../../../base/json/text.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { escapeSegment, unescapeSegment } from '../../../protocol/json-pointer.ts';
import { parseTarget } from '../../../protocol/operation.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import { suggestFeedFix, suggestJsonFix } from '../../findings/json-hint.ts';
import { salvageRecordId } from '../../operations/salvage-record-id.ts';
import type { RecordFormat } from '../diff-options.ts';

const TWO_IDS = 'the line gives two different ids for its record';
const FAMILIES: readonly RecordFamily[] = ['products', 'items'];

/** Fills a tape with one JSON text, read strictly; what is wrong with it, or null. */
export type JsonScan = (tape: Tape, bytes: Buffer, start: number, end: number) => JsonProblem | null;

/** Problem of a line, and its byte in the buffer. */
export interface LineProblem extends Pick<Problem, 'code' | 'message' | 'product' | 'hint'> {
  offset: number;
}

/**
 * One line of a catalog, read strictly: its tape, and where the record is in it. Meant to be filled again and
 * again.
 */
export class RecordLine {
  readonly tape = new Tape();
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  family: RecordFamily = 'products';
  /** The path of the record: pointer-escaped and JSON-escaped. */
  path = '';
  /** Node of the record: the operation's value, or the whole line of a plain record. */
  value = 0;
  /** Node of the string that holds the id: the path, or the plain record's id. */
  idNode = -1;
  #id: string | undefined;
  #otherMember = -1;
  readonly #format: RecordFormat;
  readonly #scan: JsonScan;

  /** @param scan the reader of JSON to use */
  constructor(format: RecordFormat, scan: JsonScan = scanJson) {
    this.#format = format;
    this.#scan = scan;
  }

  /** Name of a member of the record that is not part of its value: a plain record's id. */
  get hiddenMember(): string | undefined {
    return this.#format === 'records' ? 'id' : undefined;
  }

  /** The record's id, unescaped. */
  get id(): string {
    if (this.#id === undefined) {
      const path = JSON.parse(`"${this.path}"`) as string;
      this.#id = unescapeSegment(path.slice(this.family.length + 2)) ?? '';
    }
    return this.#id;
  }

  /** Reads `bytes[start, end)`, strictly. Returns what is wrong with it, if anything is. */
  read(bytes: Buffer, start: number, end: number): LineProblem | undefined {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.#id = undefined;
    const problem = this.#scan(this.tape, bytes, start, end);
    if (problem !== null) {
      const hint = suggestJsonFix(problem, bytes, start, end);
      return { ...problem, hint, ...omitUndefined({ product: salvageRecordId(this.tape) }) };
    }
    if (!this.tape.isObject(0)) return this.#report('record.no_object', 'a line must be one JSON object', 0);
    return this.#format === 'records' ? this.#readPlain() : this.#readOperation();
  }

  #readPlain(): LineProblem | undefined {
    this.value = 0;
    this.idNode = this.#findMember('id');
    if (this.#otherMember >= 0) return this.#report('record.two_ids', TWO_IDS, this.#otherMember);
    if (this.idNode < 0)
      return this.#report('record.no_id', 'the record has no "id"', 0, 'for operations: --from operations');
    if (!this.tape.isString(this.idNode))
      return this.#report('record.bad_id', 'the "id" must be a string', this.idNode);
    const id = decodeString(this.tape, this.idNode);
    if (id === '') return this.#report('record.bad_id', 'the "id" is empty', this.idNode);
    this.#setTarget('products', id);
    return undefined;
  }

  #readOperation(): LineProblem | undefined {
    const op = this.#findMember('op');
    const value = this.#findMember('value');
    const path = this.#findMember('path');
    if (this.#otherMember >= 0) return this.#report('record.two_ids', TWO_IDS, this.#otherMember);
    if (path < 0 || op < 0) return this.#describeMissing(path < 0 ? 'path' : 'op');
    if (!this.tape.isString(op) || !isNamed(this.tape, op, 'add')) {
      const given = getNodeText(this.tape, op);
      const message = `a catalog holds "add" operations of whole records only, not ${given}`;
      return this.#report('record.op', message, op);
    }
    const problem = this.#readPath(path);
    if (problem !== undefined) return problem;
    if (value < 0) return this.#report('record.no_value', 'the operation has no "value"', 0);
    if (!this.tape.isObject(value))
      return this.#report('record.value', 'the "value" of a record must be an object', value);
    this.value = value;
    return undefined;
  }

  #readPath(path: number): LineProblem | undefined {
    this.idNode = path;
    if (this.#readPlainPath(path)) return undefined;
    if (!this.tape.isString(path)) return this.#report('record.path', 'the "path" must be a string', path);
    const target = parseTarget(decodeString(this.tape, path));
    if ('problem' in target) return this.#report('record.path', target.problem, path);
    if (target.component !== 'record')
      return this.#report('record.path', 'a catalog holds whole records, not parts of them', path);
    this.#setTarget(target.family, target.id);
    return undefined;
  }

  /** The usual path: a family and an id, nothing escaped. False: it is another. */
  #readPlainPath(path: number): boolean {
    const { tape, bytes } = this;
    if (tape.kindOf(path) !== KIND.string) return false;
    const text = bytes.toString('utf8', tape.startOf(path) + 1, tape.endOf(path) - 1);
    const family = FAMILIES.find((each) => text.startsWith(each, 1) && text[each.length + 1] === '/');
    if (family === undefined || text[0] !== '/' || text.length < family.length + 3) return false;
    if (text.includes('/', family.length + 2) || text.includes('~')) return false;
    this.family = family;
    this.path = text;
    return true;
  }

  #setTarget(family: RecordFamily, id: string): void {
    this.family = family;
    this.path = `/${family}/${JSON.stringify(escapeSegment(id)).slice(1, -1)}`;
    this.#id = id;
  }

  /** The last member of a name, -1 for none. Sets `otherMember` where one before it had another value. */
  #findMember(name: string): number {
    const { tape } = this;
    let value = -1;
    this.#otherMember = -1;
    for (let key = 1; key < tape.length; key = tape.nextOf(key + 1)) {
      if (!isNamed(tape, key, name)) continue;
      if (value >= 0 && !this.#isSameText(value, key + 1)) this.#otherMember = key + 1;
      value = key + 1;
    }
    return value;
  }

  #isSameText(a: number, b: number): boolean {
    const { tape } = this;
    return tape.isString(a) && tape.isString(b) && isSameString(tape, a, tape, b);
  }

  #describeMissing(missing: string): LineProblem {
    if (this.#findMember('id') < 0) {
      const message = `the line is not an operation: it has no "${missing}"`;
      return this.#report('record.no_operation', message, 0, suggestFeedFix(this.tape));
    }
    const message = 'this is a plain record, not an operation';
    return this.#report('record.no_operation', message, 0, 'for plain records: --from records');
  }

  #report(code: string, message: string, node: number, hint = RECORD_HINTS[code]): LineProblem {
    const product = salvageRecordId(this.tape);
    return { code, message, offset: this.tape.startOf(node), ...omitUndefined({ product, hint }) };
  }
}

const WHOLE_LINE = 'write one {"op":"add","path":"/products/<id>","value":{…}} per line';

/** How to fix a line that is not a record of a catalog, by the problem's code. */
const RECORD_HINTS: Readonly<Record<string, string>> = {
  'record.no_object': WHOLE_LINE,
  'record.op': 'compare whole catalogs; brctl apply adds a delta to one',
  'record.path': 'write /products/<id> or /items/<id>; brctl apply adds a delta to a catalog',
  'record.value': 'write the record as an object: {"attributes":{…}}',
  'record.no_value': 'write "value":{"attributes":{…}}',
  'record.no_operation': WHOLE_LINE,
  'record.two_ids': 'write the id once',
  'record.bad_id': 'write the id as a string: "id":"L-9"',
};
