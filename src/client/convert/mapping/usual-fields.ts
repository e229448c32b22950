import exactNames from '../../../../words/exact-names.json' with { type: 'json' };
import fieldNames from '../../../../words/field-names.json' with { type: 'json' };
import { toPlainName } from '../rows/fields.ts';
import { memoizeByText, withoutAccents } from '../values/plain-text.ts';
import { compileWords, listWords } from '../values/words.ts';
import { listFieldsByWords } from './fields-by-words.ts';

/** Attributes that are found by the names of fields, in this order. */
export const ATTRIBUTES: readonly string[] = (
  'id group title description price sale_price former_price url thumb_image additional_images availability brand ' +
  'category_paths currency color size gtin'
).split(' ');

/** Names of fields that need no words in them, the most telling first. */
export const listExactNames = memoizeByText((attribute) =>
  [attribute, `lesser_${attribute}`].flatMap((meaning) => listWords(exactNames, meaning)),
);

/** `EanCode`, `ean_code` and `@ean.code` are one name. */
export const toUsualName = memoizeByText((field) =>
  withoutAccents(toPlainName(field)).replaceAll(/[._]|^@/g, ''),
);

/** `Свойство: Цвет`, `variant:Barva`, `Variation Farbe` */
const OPTION_PREFIX = compileWords(fieldNames, '^.*: |^(?:{variants}|{option})[ :_]+', 'iu');

/** The fields that usually hold an attribute, the most telling first. */
export function listUsualFields(fields: readonly string[], attribute: string): string[] {
  // Of two fields of one name an element counts more than an attribute, and the first more than others.
  const last = fields.toReversed().sort((a, b) => Number(b.startsWith('@')) - Number(a.startsWith('@')));
  const toName = (field: string) =>
    toUsualName(/^(?:color|size)$/.test(attribute) ? field.replace(OPTION_PREFIX, '') : field);
  const byName = new Map(last.map((field) => [toName(field), field]));
  return [...new Set(listExactNames(attribute).flatMap((name) => byName.get(name) ?? []))];
}

export const isIdName = memoizeByText((name) => listFieldsByWords('id', [name], () => ['1']).length > 0);

/** A number, an address or a sentence. */
const NO_NAME = /^[^\p{L}]*\d[^\p{L}]*$|:\/\/|.{100}/u;

/** Does one of these names tell an attribute? */
export function isKnown(names: readonly string[], attribute: string): boolean {
  return [listUsualFields(names, attribute), listFieldsByWords(attribute, names, () => [])].flat().length > 0;
}

/** How many attributes these names tell; none where one of them is no name. */
export function countKnownNames(names: readonly string[]): number {
  if (names.some((name) => NO_NAME.test(name))) return 0;
  return ATTRIBUTES.filter((attribute) => isKnown(names, attribute)).length;
}
