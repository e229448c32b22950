import { findMember, memberMap } from '../../base/json/members.ts';
import { KIND, type Kind, type Tape } from '../../base/json/tape.ts';
import { stringOf } from '../../base/json/text.ts';
import { type Features, Gathered, TYPES } from './features.ts';
import type { TakeValue } from './kernel/feature-kernel.ts';
import { hashOfNode, hashOfText } from './value-hash.ts';

const STRING_TYPE = TYPES.indexOf('string');
const BOOLEAN_TYPE = TYPES.indexOf('boolean');
const TYPE_OF: { readonly [kind in Kind]?: number } = {
  [KIND.string]: STRING_TYPE,
  [KIND.escapedString]: STRING_TYPE,
  [KIND.number]: TYPES.indexOf('number'),
  [KIND.true]: BOOLEAN_TYPE,
  [KIND.false]: BOOLEAN_TYPE,
  [KIND.array]: TYPES.indexOf('array'),
  [KIND.object]: TYPES.indexOf('object'),
};

/** What the kernel does, for any line. */
export function featuresOfTape(tape: Tape, bytes: Buffer): Features | undefined {
  const op = memberOf(tape, 0, 'op');
  if (op === undefined || !tape.isString(op) || stringOf(tape, op) !== 'add') return undefined;
  const value = memberOf(tape, 0, 'value');
  const variants = memberOf(tape, value, 'variants');
  const all = variants === undefined ? [] : [...membersOf(tape, variants).values()];
  const gathered = new Gathered(bytes);
  takeValues(tape, memberOf(tape, value, 'attributes'), '', gathered.take);
  takeValues(tape, memberOf(tape, all[0], 'attributes'), 'variants.', gathered.take);
  return gathered.features(all.length);
}

function memberOf(tape: Tape, object: number | undefined, name: string): number | undefined {
  return object !== undefined && tape.isObject(object) ? findMember(tape, object, name) : undefined;
}

function membersOf(tape: Tape, object: number): Map<string, number> {
  return tape.isObject(object) ? memberMap(tape, object) : new Map();
}

function takeValues(tape: Tape, attributes: number | undefined, before: string, take: TakeValue): void {
  if (attributes === undefined) return;
  for (const [name, node] of membersOf(tape, attributes)) {
    const type = TYPE_OF[tape.kindOf(node)];
    const isEmpty =
      (tape.isString(node) && tape.endOf(node) - tape.startOf(node) === 2) ||
      (type !== undefined && type > BOOLEAN_TYPE && tape.nextOf(node) === node + 1);
    if (type === undefined || isEmpty) continue;
    const text = type === STRING_TYPE ? stringOf(tape, node) : undefined;
    const hash =
      text !== undefined
        ? hashOfText(text)
        : type === BOOLEAN_TYPE
          ? Number(tape.kindOf(node) === KIND.true)
          : hashOfNode(tape, node);
    take(before + name, type, hash, text?.length ?? 0, tape.startOf(node), tape.endOf(node));
  }
}
