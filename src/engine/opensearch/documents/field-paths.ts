/** Where the index has the values of a field: texts below `s`, numbers below `n`, those of variants below `variants`. */

const PLAIN = /[^\p{L}\p{N}_-]/gu;

/** A catalog's name for a field as the index may have it: a dot would make an object of it. */
export function toFieldKey(name: string): string {
  const escaped = name.replace(PLAIN, (character) => `%${character.codePointAt(0)?.toString(16)}_`);
  return escaped === '' ? '%' : escaped;
}

export type ValueKind = 's' | 'n';

export function toProductPath(kind: ValueKind, name: string): string {
  return `${kind}.${toFieldKey(name)}`;
}

export function toVariantPath(kind: ValueKind, name: string): string {
  return `variants.${kind}.${toFieldKey(name)}`;
}
