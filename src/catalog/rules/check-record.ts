import { InternedKeys } from '../../base/json/interned-keys.ts';
import { KIND, type Tape } from '../../base/json/tape.ts';
import { isNamed, stringOf } from '../../base/json/text.ts';
import { escapeSegment } from '../../protocol/json-pointer.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { Findings } from '../findings/findings.ts';
import { type AttributeRule, attributeRule, bitOf } from './attribute-rules.ts';
import { checkAttributeValue } from './check-attribute.ts';
import { idProblem } from './id-rules.ts';

const RULES: Readonly<Record<RecordFamily, InternedKeys<AttributeRule>>> = {
  products: new InternedKeys((name) => attributeRule(name, 'products')),
  items: new InternedKeys((name) => attributeRule(name, 'items')),
};

const ID_WORDS = { products: 'product', items: 'item' } as const;

/**
 * Where a node is inside the line's document, as a JSON Pointer; made only for what is found, since most lines have
 * nothing to find.
 */
export type Pointer = () => string;

/** The pointer of a member below another; the key is that of a node. */
function below(pointer: Pointer, tape: Tape, key: number): Pointer {
  return () => `${pointer()}/${escapeSegment(stringOf(tape, key))}`;
}

/** What is checked, and where findings go. */
export interface CheckContext {
  tape: Tape;
  family: RecordFamily;
  findings: Findings;
  /** The record's id is one of its members. */
  isPlain?: boolean | undefined;
}

export function recordWord(family: RecordFamily): string {
  return ID_WORDS[family];
}

function isAbsent(tape: Tape, node: number): boolean {
  return tape.kindOf(node) === KIND.null;
}

function requireObject(context: CheckContext, node: number, pointer: Pointer, what: string): boolean {
  const { tape, findings } = context;
  if (tape.isObject(node)) return true;
  const isArray = tape.kindOf(node) === KIND.array;
  const place = { offset: tape.startOf(node), pointer: pointer() };
  findings.error('record.not_object', `${what} must be an object${isArray ? ', not an array' : ''}`, place);
  return false;
}

/** Checks an attribute's name (in quotes at `key`) and says what is known of it. */
function checkName(context: CheckContext, key: number, pointer: Pointer): AttributeRule {
  const rule = RULES[context.family].get(context.tape, key);
  if (rule.problem === undefined && !rule.isDeprecated) return rule;
  reportName(context.findings, rule, {
    offset: context.tape.startOf(key),
    pointer: below(pointer, context.tape, key)(),
  });
  return rule;
}

/** Reports what is wrong with an attribute's name, if anything is. */
export function reportName(
  findings: Findings,
  rule: AttributeRule,
  place: { offset?: number; pointer: string },
): void {
  if (rule.problem !== undefined) findings.error(rule.problem.code, rule.problem.message, place);
  if (rule.isDeprecated) {
    findings.warning('attribute.deprecated', `'${rule.name}' is deprecated and still reserved`, place);
  }
}

/**
 * Checks an `attributes` object: its names, and the types of the values whose type is known.
 *
 * @returns the bits (`bitOf`) of the attributes that are there and not null: null counts as absent
 */
export function checkAttributes(context: CheckContext, node: number, pointer: Pointer): number {
  if (!requireObject(context, node, pointer, "'attributes'")) return 0;
  const { tape, findings } = context;
  let present = 0;
  const end = tape.nextOf(node);
  for (let key = node + 1; key < end; key = tape.nextOf(key + 1)) {
    const rule = checkName(context, key, pointer);
    if (rule.type !== undefined && !isAbsent(tape, key + 1)) {
      checkAttributeValue(tape, key + 1, rule, () => `${pointer()}/${rule.name}`, findings);
    }
    if (!isAbsent(tape, key + 1)) present |= rule.bit;
  }
  return present;
}

/** Checks a map of variants or views: every id, and every value with `check`. Gives the union of the bits. */
export function checkMap(
  context: CheckContext,
  node: number,
  pointer: Pointer,
  what: 'variant' | 'view',
  check: (value: number, pointer: Pointer) => number,
): number {
  const { tape, findings } = context;
  if (isAbsent(tape, node) || !requireObject(context, node, pointer, `'${what}s'`)) return 0;
  let present = 0;
  const end = tape.nextOf(node);
  for (let key = node + 1; key < end; key = tape.nextOf(key + 1)) {
    const at = below(pointer, tape, key);
    const problem = idProblem(what, stringOf(tape, key));
    if (problem !== undefined) {
      findings.error(problem.code, problem.message, { offset: tape.startOf(key), pointer: at() });
    }
    present |= check(key + 1, at);
  }
  return present;
}

/** Members of a record, variant or view, and how each is checked; the checks give bits of attributes. */
export type MemberChecks = Readonly<
  Record<string, (context: CheckContext, node: number, pointer: Pointer) => number>
>;

/** Checks an object of known members. A member that the format does not know is a warning: it is kept, unused. */
export function checkMembers(
  context: CheckContext,
  node: number,
  pointer: Pointer,
  what: string,
  checks: MemberChecks,
): number {
  if (!requireObject(context, node, pointer, withArticle(what))) return 0;
  const { tape } = context;
  let present = 0;
  const end = tape.nextOf(node);
  for (let key = node + 1; key < end; key = tape.nextOf(key + 1)) {
    const name = knownName(tape, key, checks);
    if (name === undefined) reportUnknown(context, key, pointer, what);
    else present |= checks[name]?.(context, key + 1, () => `${pointer()}/${name}`) ?? 0;
  }
  return present;
}

function knownName(tape: Tape, key: number, checks: MemberChecks): string | undefined {
  for (const name in checks) if (isNamed(tape, key, name)) return name;
  return undefined;
}

function reportUnknown({ tape, findings }: CheckContext, key: number, pointer: Pointer, what: string): void {
  const name = stringOf(tape, key);
  findings.warning('record.unknown_member', `${withArticle(what)} has no member '${name}'`, {
    offset: tape.startOf(key),
    pointer: below(pointer, tape, key)(),
  });
}

function withArticle(what: string): string {
  return `${what === 'item' ? 'an' : 'a'} ${what}`;
}

/** Checks `exclude_from_view` (doc: public-facts B4, "boolean"). */
export function checkExclusion(context: CheckContext, node: number, pointer: Pointer): number {
  const { tape, findings } = context;
  const kind = tape.kindOf(node);
  if (kind !== KIND.true && kind !== KIND.false) {
    const place = { offset: tape.startOf(node), pointer: pointer() };
    findings.error('record.not_boolean', "'exclude_from_view' must be true or false", place);
  }
  return 0;
}

/** The bit of a price, which a product may leave to its variants (doc: public-facts B4). */
export const PRICE_BIT = bitOf('price');
