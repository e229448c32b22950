/** Czech and Slovak, Polish, Hungarian, Croatian and its neighbours, Romanian. */
const CENTRAL_EUROPEAN = [
  'ěščřžýáíéúůťďňóĚŠČŘŽÝÁÍÉÚŮŤĎŇôľĺŕäÔĽ',
  'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ',
  'őűöüáéíóúŐŰÖÜÁÉÍÓÚ',
  'čćžšđČĆŽŠĐ',
  'ăâîşţĂÂÎŞŢ',
];

/** Encodings of one or two bytes, each with letters that texts of its languages have beside those of ASCII. */
const CANDIDATES: readonly (readonly [encoding: string, ...alphabets: RegExp[]])[] = [
  ['windows-1252', /[äöüßéèêëàâçîïôùûñáíóúåøæœãõ¿¡«»°®™€£´’“”„–ÄÖÜÉÈÀÇÅØÆÑÁÍÓÚ²³½]/],
  ['windows-1250', ...CENTRAL_EUROPEAN.map((letters) => new RegExp(`[${letters}°„“”–]`))],
  ['iso-8859-2', ...CENTRAL_EUROPEAN.map((letters) => new RegExp(`[${letters}°]`))],
  ['windows-1251', /[а-яёіїєґА-ЯЁІЇЄҐ«»№°–—]/],
  ['koi8-r', /[а-яёА-ЯЁ]/],
  ['windows-1253', /[α-ωάέήίόύώϊϋΑ-ΩΆΈΉΊΌΎΏ°]/],
  ['shift_jis', /[\u3040-\u30ff\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]/],
  ['euc-jp', /[\u3040-\u30ff\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]/],
];

const SAMPLE_BYTES = 1 << 16;
/** Capitals are rare behind small letters, and powers inside of words: there another encoding has the small letter, or `ł`. */
const UNLIKELY = /\p{Ll}(?=\p{Lu}\p{Lu})|(?<=\p{L})[¹²³¿¼½¾](?=\p{L})/gu;

/** The encoding in which most of a text's letters are those of one language; windows-1252 where none is better. */
export function guessEncoding(head: Buffer): string {
  const bytes = lettersBeyondAscii(head.subarray(0, 1 << 20));
  let best = { name: 'windows-1252', score: 0 };
  for (const [name, ...alphabets] of CANDIDATES) {
    const text = new TextDecoder(name).decode(bytes);
    const characters = [...text].filter((character) => character > '\u007f');
    const unlikely = text.match(UNLIKELY)?.length ?? 0;
    for (const alphabet of alphabets) {
      const known = characters.filter((character) => alphabet.test(character)).length;
      const score = (known - unlikely) / Math.max(1, characters.length);
      if (score > best.score) best = { name, score };
    }
  }
  return best.name;
}

function lettersBeyondAscii(head: Buffer): Buffer {
  const lines: Buffer[] = [];
  let length = 0;
  for (let start = 0; start < head.length && length < SAMPLE_BYTES; ) {
    const lineFeed = head.indexOf(0x0a, start);
    const end = lineFeed < 0 ? head.length : lineFeed + 1;
    const line = head.subarray(start, end);
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line);
      length += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}
