import letters from '../../../words/letters.json' with { type: 'json' };
import { listWords } from './values/words.ts';

const WESTERN = '‘…•äöüßéèêëàâçîïôùûñáíóúåøæœãõ¿¡«»°®™´’“”„–ÄÖÜÉÈÀÇÅØÆÑÁÍÓÚ²³½';
const OF_ONE_ALPHABET =
  'windows-1254 windows-1257 windows-1255 windows-1253 windows-1251 koi8-r windows-1256'.split(' ');
const KANA = '\u3040-\u30ff\u3000-\u303f\uff01-\uff5e';
const HAN_MARKS = '\u3000-\u303f\uff01-\uff5e';

/** The characters of these first bytes: those of a language that are in use come before the rare ones. */
function listCharacters(encoding: string, first: number, last: number, seconds: readonly number[]): string {
  const pairs = Array.from({ length: last - first + 1 }, (_, index) =>
    seconds.map((byte) => [first + index, byte]),
  );
  return new TextDecoder(encoding).decode(Uint8Array.from(pairs.flat(2))).replaceAll(/\P{Script=Han}/gu, '');
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * Encodings of one or two bytes, each with characters that texts of its languages have beside those of ASCII. Of equals
 * the first is taken: letters of Hebrew and Greek have the bytes of Cyrillic ones, those of Korean the bytes of Chinese ones.
 */
function listCandidates(): (readonly [encoding: string, ...alphabets: string[]])[] {
  const kanji = listCharacters('euc-jp', 0xb0, 0xcf, range(0xa1, 0xfe));
  const simplified = listCharacters('gb18030', 0xb0, 0xd7, range(0xa1, 0xf9));
  const traditional = listCharacters('big5', 0xa4, 0xc6, [...range(0x40, 0x7e), ...range(0xa1, 0xfe)]);
  const [western = [], central = []] = ['windows-1252', 'central_european'].map((name) =>
    listWords(letters, name),
  );
  return [
    // Node's decoder leaves `€` and quotes as control characters in some versions.
    ['windows-1252', `${WESTERN}€£\u0080\u0085\u0091-\u0094\u0096\u0099`, ...western],
    ['iso-8859-15', `${WESTERN}€£`],
    ['windows-1250', ...central.map((alphabet) => `${alphabet}°„“”–€`)],
    ['iso-8859-2', ...central.map((alphabet) => `${alphabet}°`)],
    ...OF_ONE_ALPHABET.map((name) => [name, ...listWords(letters, name)] as const),
    ['shift_jis', KANA + kanji],
    ['euc-kr', `\uac00-\ud7a3${HAN_MARKS}`],
    ['euc-jp', KANA + kanji],
    ['gb18030', HAN_MARKS + simplified],
    ['big5', HAN_MARKS + traditional],
    ['macintosh', `${WESTERN}€£`],
  ];
}

/** Portuguese has it before an e, Estonian anywhere, Hungarian never: there it is ő of another encoding. */
const TILDES = /õ(?!e)/g;

const SAMPLE_BYTES = 1 << 14;
/**
 * Capitals are rare behind small letters, powers and letters of another script inside of words: there another encoding has the
 * small letter, or `ł`.
 */
const UNLIKELY =
  /\p{Ll}(?=\p{Lu}\p{Lu})|(?<=\p{L})[¹²³¿¼½¾](?=\p{L})|(?<=[A-Za-z])[\u0370-\u06ff]|[\u0370-\u06ff](?=[A-Za-z])/gu;

/** The encoding in which most of a text's letters are those of one language; windows-1252 where none is better. */
export function guessEncoding(head: Buffer): string {
  const bytes = sampleLetters(head.subarray(0, 1 << 20));
  let best = { name: 'windows-1252', score: 0 };
  for (const [name, ...alphabets] of listCandidates()) {
    const text = new TextDecoder(name).decode(bytes);
    const characters = [...text].filter((character) => character > '\u007f');
    const unlikely = (text.match(UNLIKELY)?.length ?? 0) + (text.match(TILDES)?.length ?? 0) / 10;
    for (const letters of alphabets) {
      const alphabet = new RegExp(`[${letters}]`, 'u');
      const known = characters.filter((character) => alphabet.test(character)).length;
      const score = (known - unlikely) / Math.max(1, characters.length);
      if (score > best.score) best = { name, score };
    }
  }
  return best.name;
}

/** The first lines that have more than ASCII. */
function sampleLetters(head: Buffer): Buffer {
  const lines = head.toString('latin1').split('\n');
  const telling = lines.filter((line) => /[^\0-\x7f]/.test(line)).join('\n');
  return Buffer.from(telling.slice(0, SAMPLE_BYTES), 'latin1');
}
