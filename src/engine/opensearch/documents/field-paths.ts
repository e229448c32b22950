/** Where the index has the values of a field: texts below `s`, numbers below `n`, those of variants below `variants`. */

const PLAIN = /[^\p{L}\p{N}_-]/gu;

/** A catalog's name for a field as the index may have it: a dot would make an object of it. */
export function fieldKeyOf(name: string): string {
  const escaped = name.replace(PLAIN, (character) => `%${character.codePointAt(0)?.toString(16)}_`);
  return escaped === '' ? '%' : escaped;
}

export type ValueKind = 's' | 'n';

export function productPath(kind: ValueKind, name: string): string {
  return `${kind}.${fieldKeyOf(name)}`;
}

export function variantPath(kind: ValueKind, name: string): string {
  return `variants.${kind}.${fieldKeyOf(name)}`;
}
