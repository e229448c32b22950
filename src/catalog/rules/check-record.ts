import { InternedKeys } from '../../base/json/interned-keys.ts';
import { KIND, type Tape } from '../../base/json/tape.ts';
import { decodeString, isNamed } from '../../base/json/text.ts';
import { escapeSegment } from '../../protocol/json-pointer.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { Findings } from '../findings/findings.ts';
import { type AttributeRule, getAttributeRule } from './attribute-rules.ts';
import { checkAttributeValue } from './check-attribute.ts';
import { findIdProblem } from './id-rules.ts';

const RULES: Readonly<Record<RecordFamily, InternedKeys<AttributeRule>>> = {
  products: new InternedKeys((name) => getAttributeRule(name, 'products')),
  items: new InternedKeys((name) => getAttributeRule(name, 'items')),
};

/**
 * Where a node is inside the line's document, as a JSON Pointer; made only for what is found, since most lines have
 * nothing to find.
 */
export type Pointer = () => string;

/** The pointer of a member below another; the key is that of a node. */
function appendKey(pointer: Pointer, tape: Tape, key: number): Pointer {
  return () => `${pointer()}/${escapeSegment(decodeString(tape, key))}`;
}

/** Input of a check, and the receiver of its findings. */
export interface CheckContext {
  tape: Tape;
  family: RecordFamily;
  findings: Findings;
  /** The record's id is one of its members. */
  isPlain?: boolean | undefined;
}

/** Checks a value; gives the bits (`bitOf`) of the attributes that are there and not null: null counts as absent. */
export type Check = (context: CheckContext, node: number, pointer: Pointer) => number;

function isAbsent(tape: Tape, node: number): boolean {
  return tape.kindOf(node) === KIND.null;
}

function checkObject(context: CheckContext, node: number, pointer: Pointer, what: string): boolean {
  const { tape, findings } = context;
  if (tape.isObject(node)) return true;
  const isArray = tape.kindOf(node) === KIND.array;
  const place = { offset: tape.startOf(node), pointer: pointer() };
  findings.error('record.not_object', `${what} must be an object${isArray ? ', not an array' : ''}`, place);
  return false;
}

/** Reports what is wrong with an attribute's name, if anything is. */
export function reportName(
  findings: Findings,
  rule: AttributeRule,
  place: { offset?: number; pointer: string },
): void {
  if (rule.problem !== undefined) findings.error(rule.problem.code, rule.problem.message, place);
  if (rule.isDeprecated)
    findings.warning('attribute.deprecated', `'${rule.name}' is deprecated and still reserved`, place);
}

/** Checks an `attributes` object: its names, and the types of the values whose type is known. */
export const checkAttributes: Check = (context, node, pointer) => {
  if (!checkObject(context, node, pointer, "'attributes'")) return 0;
  const { tape, findings } = context;
  let present = 0;
  const end = tape.nextOf(node);
  for (let key = node + 1; key < end; key = tape.nextOf(key + 1)) {
    const rule = RULES[context.family].get(tape, key);
    if (rule.problem !== undefined || rule.isDeprecated)
      reportName(findings, rule, { offset: tape.startOf(key), pointer: appendKey(pointer, tape, key)() });
    if (isAbsent(tape, key + 1)) continue;
    if (rule.type !== undefined)
      checkAttributeValue(tape, key + 1, rule, () => `${pointer()}/${rule.name}`, findings);
    present |= rule.bit;
  }
  return present;
};

/** A map of variants or views: every id is checked, and every value. */
export function checkMap(what: 'variant' | 'view', check: Check): Check {
  return (context, node, pointer) => {
    const { tape, findings } = context;
    if (isAbsent(tape, node) || !checkObject(context, node, pointer, `'${what}s'`)) return 0;
    let present = 0;
    const end = tape.nextOf(node);
    for (let key = node + 1; key < end; key = tape.nextOf(key + 1)) {
      const place = appendKey(pointer, tape, key);
      const problem = findIdProblem(what, decodeString(tape, key));
      if (problem !== undefined)
        findings.error(problem.code, problem.message, { offset: tape.startOf(key), pointer: place() });
      present |= check(context, key + 1, place);
    }
    return present;
  };
}

/** An object of known members, each with its check. A member that the format does not know is a warning: it is kept, unused. */
export function checkObjectOf(what: string, checks: Readonly<Record<string, Check>>): Check {
  const object = `${what === 'item' ? 'an' : 'a'} ${what}`;
  return (context, node, pointer) => {
    if (!checkObject(context, node, pointer, object)) return 0;
    const { tape, findings } = context;
    let present = 0;
    const end = tape.nextOf(node);
    for (let key = node + 1; key < end; key = tape.nextOf(key + 1)) {
      const name = findName(tape, key, checks);
      if (name !== undefined) {
        present |= checks[name]?.(context, key + 1, () => `${pointer()}/${name}`) ?? 0;
        continue;
      }
      const place = { offset: tape.startOf(key), pointer: appendKey(pointer, tape, key)() };
      const message = `${object} has no member '${decodeString(tape, key)}'`;
      findings.warning('record.unknown_member', message, place);
    }
    return present;
  };
}

function findName(tape: Tape, key: number, checks: Readonly<Record<string, Check>>): string | undefined {
  for (const name in checks) if (isNamed(tape, key, name)) return name;
  return undefined;
}

/** Checks `exclude_from_view` (doc: public-facts B4, "boolean"). */
export const checkExclusion: Check = ({ tape, findings }, node, pointer) => {
  const kind = tape.kindOf(node);
  if (kind !== KIND.true && kind !== KIND.false) {
    const place = { offset: tape.startOf(node), pointer: pointer() };
    findings.error('record.not_boolean', "'exclude_from_view' must be true or false", place);
  }
  return 0;
};
