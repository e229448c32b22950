import { findMember } from '../../base/json/members.ts';
import { KIND, type Tape } from '../../base/json/tape.ts';
import { decodeString, getNodeText } from '../../base/json/text.ts';
import type { Findings } from '../findings/findings.ts';
import type { AttributeRule, AttributeType } from './attribute-rules.ts';

const NUMERIC = /^\s*[+-]?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/;

/** A letter with a diacritic comes apart into the letter and one of these. */
const DIACRITIC = /\p{M}/u;

const EXPECTED: Readonly<Record<AttributeType, string>> = {
  number: 'a number',
  boolean: 'true or false',
  string: 'a string',
  keywords: 'a string or an array of strings',
  category_paths: 'an array of paths, each an array of {"id","name"}',
  store_location: 'an array of {"lat","lon"} within -90 to 90 and -180 to 180',
};

function isArrayOf(tape: Tape, node: number, isElement: (element: number) => boolean): boolean {
  if (tape.kindOf(node) !== KIND.array) return false;
  const end = tape.nextOf(node);
  for (let element = node + 1; element < end; element = tape.nextOf(element)) {
    if (!isElement(element)) return false;
  }
  return true;
}

function isStringMember(tape: Tape, object: number, name: string): boolean {
  const value = findMember(tape, object, name);
  return value !== undefined && tape.isString(value);
}

function isCategory(tape: Tape, node: number): boolean {
  return tape.isObject(node) && isStringMember(tape, node, 'id') && isStringMember(tape, node, 'name');
}

function isWithin(tape: Tape, location: number, name: string, bound: number): boolean {
  const value = findMember(tape, location, name);
  return (
    value !== undefined &&
    tape.kindOf(value) === KIND.number &&
    Math.abs(Number(getNodeText(tape, value))) <= bound
  );
}

function isLocation(tape: Tape, node: number): boolean {
  return tape.isObject(node) && isWithin(tape, node, 'lat', 90) && isWithin(tape, node, 'lon', 180);
}

function hasType(tape: Tape, node: number, type: AttributeType): boolean {
  const kind = tape.kindOf(node);
  switch (type) {
    case 'number':
      return kind === KIND.number;
    case 'boolean':
      return kind === KIND.true || kind === KIND.false;
    case 'string':
      return tape.isString(node);
    case 'keywords':
      return tape.isString(node) || isArrayOf(tape, node, (element) => tape.isString(element));
    case 'category_paths':
      return isArrayOf(tape, node, (path) => isArrayOf(tape, path, (category) => isCategory(tape, category)));
    case 'store_location':
      return isArrayOf(tape, node, (location) => isLocation(tape, location));
  }
}

/** Only ids with a byte past ASCII, or with an escape, are worth decoding. */
function mayHaveAccents(tape: Tape, node: number): boolean {
  if (tape.kindOf(node) === KIND.escapedString) return true;
  for (let index = tape.startOf(node); index < tape.endOf(node); index++) {
    if ((tape.bytes[index] as number) >= 0x80) return true;
  }
  return false;
}

/** Category ids must have no letters such as é or ö: these cannot be asked for in a search (spec: C rule 1). */
function checkCategoryIds(tape: Tape, categoryPaths: number, pointer: () => string, findings: Findings) {
  const end = tape.nextOf(categoryPaths);
  for (let node = categoryPaths + 1; node < end; node++) {
    if (!tape.isObject(node)) continue;
    const id = findMember(tape, node, 'id');
    if (id === undefined || !tape.isString(id) || !mayHaveAccents(tape, id)) continue;
    const text = decodeString(tape, id);
    if (!DIACRITIC.test(text.normalize('NFD'))) continue;
    findings.error('category.accented', `the category id '${text}' has an accented character`, {
      offset: tape.startOf(id),
      pointer: pointer(),
      hint: 'use an id without accents: a category search cannot ask for this one',
    });
  }
}

/**
 * Checks the value of one attribute against its type. Types are warnings: the sources state them but no refusal, and
 * real feeds carry null and numbers as strings (doc: public-facts B4). Accented category ids are errors (spec: C rule 1).
 *
 * @param pointer where the attribute is, inside the line's document
 */
export function checkAttributeValue(
  tape: Tape,
  node: number,
  rule: AttributeRule,
  pointer: () => string,
  findings: Findings,
): void {
  const { type, name } = rule;
  if (type === undefined || tape.kindOf(node) === KIND.null) return;
  if (type === 'category_paths') checkCategoryIds(tape, node, pointer, findings);
  if (hasType(tape, node, type)) return;
  const place = { offset: tape.startOf(node), pointer: pointer() };
  if (type === 'number' && tape.isString(node) && NUMERIC.test(decodeString(tape, node))) {
    findings.warning('attribute.numeric_string', `'${name}' is a number written as a string`, place);
  } else findings.warning('attribute.type', `'${name}' should be ${EXPECTED[type]}`, place);
}
