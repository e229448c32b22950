import columns from '../../../../words/woocommerce-columns.json' with { type: 'json' };
import { indexWords } from '../values/words.ts';

/** An export has the words of the language that the shop is kept in. */
const ENGLISH = indexWords(columns);

const PART = /\d+|(?<=_\()\w+(?=\)$)/;

/** The English name of a column, both as `toPlainName` gives them; a name that is not known stays. */
export function toEnglishColumn(plain: string): string {
  // French has a space before a question mark, and a curved apostrophe.
  const name = plain.normalize('NFC').replace(/_\?$/, '?').replaceAll('’', "'");
  const [part = '#'] = PART.exec(name) ?? [];
  return ENGLISH.get(name.replace(PART, '#'))?.replace('#', part) ?? plain;
}
