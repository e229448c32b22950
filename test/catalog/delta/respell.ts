import * as fc from 'fast-check';
import { isObject, type Json } from './naive-apply.ts';

/** Choices of a spelling, drawn one after the other. */
type Draw = (most: number) => number;

function spellString(text: string, draw: Draw): string {
  const plain = JSON.stringify(text);
  if (draw(3) !== 0) return plain;
  return [...plain.slice(1, -1)].some((character) => character === '\\')
    ? plain
    : `"${[...text].map((character) => escaped(character, draw)).join('')}"`;
}

function escaped(character: string, draw: Draw): string {
  if (draw(2) !== 0) return character;
  return [...character]
    .flatMap((each) => Array.from({ length: each.length }, (_, unit) => each.charCodeAt(unit)))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}

function spellNumber(value: number, draw: Draw): string {
  const plain = JSON.stringify(value);
  if (plain.includes('e')) return plain;
  const spellings = [plain, plain.includes('.') ? `${plain}0` : `${plain}.0`, `${plain}e0`, `${plain}E+00`];
  return spellings[draw(spellings.length - 1)] as string;
}

function space(draw: Draw): string {
  return ['', '', ' ', '\t', '  '][draw(4)] as string;
}

/** A JSON text of the value: keys in any order, any white space, any escapes, any spelling of numbers. */
export function spell(value: Json, draw: Draw): string {
  if (typeof value === 'string') return spellString(value, draw);
  if (typeof value === 'number') return spellNumber(value, draw);
  const open = () => space(draw);
  if (Array.isArray(value)) return `[${open()}${value.map((each) => spell(each, draw)).join(`${open()},`)}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (draw(1) === 1) entries.reverse();
  const members = entries.map(
    ([key, inner]) => `${open()}${spellString(key, draw)}${open()}:${open()}${spell(inner, draw)}`,
  );
  return `{${members.join(`${open()},`)}${open()}}`;
}

/** A line of a catalog in a spelling drawn at random. */
export function spelledLine(id: string, value: Json, draw: Draw): string {
  const path = `/products/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return `${spell({ op: 'add', path, value }, draw)}\n`;
}

/** Seeded draws: numbers from 0 to `most`. */
export const draws: fc.Arbitrary<Draw> = fc.integer().map((seed) => {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    return (state >>> 16) % (most + 1);
  };
});
