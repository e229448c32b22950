import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { fold } from './analysis.ts';
import { stem as english } from './stem.ts';

/** Gives a folded word's stem: equal for the forms of a word, and no word that anybody reads. */
export type Stemmer = (word: string) => string;

type Rules = readonly (readonly [pattern: RegExp, replacement: string])[];

/** A stemmer with rules for what it leaves apart, as it was made for words with their accents. */
function tune(stemmer: Stemmer, { before = [], after = [] }: { before?: Rules; after?: Rules }): Stemmer {
  return (word) => rewrite(stemmer(rewrite(word, before)), after);
}

function rewrite(word: string, rules: Rules): string {
  return rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word);
}

function repeat(stemmer: Stemmer): Stemmer {
  return (word) => stemmer(stemmer(word));
}

/** Cuts the longest of some endings off that leaves three letters. */
function toCutter(endings: string): Stemmer {
  const all = fold(endings)
    .split(' ')
    .sort((a, b) => b.length - a.length);
  return (word) => {
    const ending = all.find((each) => word.endsWith(each) && word.length - each.length >= MIN_LIGHT_STEM);
    return ending === undefined ? word : word.slice(0, -ending.length);
  };
}

const MIN_LIGHT_STEM = 3;
/** `möbel` and `möbler`. */
const NORDIC: Rules = [
  [/([^aeiouy])e([lnr])$/, '$1$2'],
  [/([^aeiouy])\1(?=[lnr]$)/, '$1'],
];
/** `кресел` and `кресло`, `колец` and `кольцо`. */
const TALLERKEN: Rules = [
  [/(?<=...en)ere?$/, ''],
  [/^([^aeiouy]+[aeiouy]e)r$/, '$1'],
];
const FLEETING: Rules = [
  [/(?<=[аеиоуыэюяії].*[^аеиоуыэюяіїй])ь?[ео](?=[клнрцхт]$)/, ''],
  [/ь(?=[^аеиоуыэюяії]$)/, ''],
];

/** Without the article. */
const arabic = tune(toCutter('ات ون ين يه ه ي'), { before: [[/^ال(?=...)/, '']] });
const bulgarian = toCutter('ите ата ята ета ият ове еве та то те ът ят ия ии и а я о е');
const hungarian = repeat(toCutter('okat eket akat oket ban ben bol val vel hoz hez ok ek ak at et ot a e o'));
const italian = toCutter('io ia ie i e o a he hi');
const romanian = toCutter('urilor elor ilor ului urile iile uri ele ile ea ie ia ii ul le a i e u');
const turkish = toCutter('larin lerin larinin lerinin larina lerine larini lerini lari leri lar ler');
const polish = toCutter(
  'owie ami ach owi om ów owa owe owy owych owego owej iego iej ego ej ymi imi ich ych ym im em ie ia ią ię iem ę ą a e i o u y',
);
const czech = toCutter(
  'atech ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími imu ách ata aty ých ama ami ové ovi ými em ém ím ům at ám ým mi ou a e i í ě u y ů o é ý á',
);

/** By the code of the language. */
export const STEMMERS: Readonly<Record<string, Stemmer>> = {
  en: english,
  ar: arabic,
  bg: tune(bulgarian, {
    after: [
      [/я(?=[^аеиоуъюя]$)/, 'е'],
      [/ц$/, 'к'],
    ],
  }),
  cs: tune(czech, {
    after: [
      [/([^aeiouy])e([lnkcrv])$/, '$1$2'],
      [/[čc]$/, 'k'],
    ],
  }),
  da: tune(danish, { before: TALLERKEN, after: NORDIC }),
  de: tune(german, {
    before: [
      [/(?<![aeiouq])([aou])e(?!$)/g, '$1'],
      [/(?<=..[^e][aioy])s$/, ''],
      [/(?<=e[lr])n$/, ''],
    ],
    after: [[/(?<=..[^aeiouy])e(?=[ln]$)/, '']],
  }),
  el: tune(greek, { before: [[/ιδια$/, 'ιδι']], after: [[/(?<=...)[αεηιουω]+$/, '']] }),
  es: tune(spanish, {
    before: [
      [/(?<=..[lrnd])es$/, ''],
      [/(?<=..[aeiou])s$/, ''],
    ],
    after: [[/z$/, 'c']],
  }),
  fi: tune(finnish, {
    before: [
      [/nen$/, 's'],
      [/(?<=..[eouy])kse[nt]$/, 's'],
      [/(?<=...)ime[nt]$/, 'in'],
    ],
    after: [
      [/(?<=...)[aeiouy]+$/, ''],
      [/(?:tt|t|d)$/, 'd'],
      [/(?:pp|p|v)$/, 'p'],
      [/(?:kk|nk|ng|k)$/, 'k'],
    ],
  }),
  fr: tune(french, {
    before: [
      [/oux$/, 'ou'],
      [/(?<=..)eus$/, 'eu'],
      [/ites?$/, 'it'],
      [/(?<=..)gues?$/, 'g'],
      [/(?<=..[ao])s$/, ''],
    ],
    after: [[/v$/, 'f']],
  }),
  hi: hindi,
  hu: tune(hungarian, {
    before: [
      [/([^aeiou])\1[ae]l$/, '$1'],
      [/(?<=..i)k$/, ''],
    ],
    after: [
      [/([^aeiou])o([rl])$/, '$1$2'],
      [/^(..[aeo])k$/, '$1'],
    ],
  }),
  it: tune(italian, { after: [[/(?<=[cg])h$/, '']] }),
  nl: tune(repeat(dutch), {
    before: [
      [/(?<=...e)s$/, ''],
      [/(?<=..[^sfkpch])tjes?$/, ''],
      [/(?<=...)jes?$/, ''],
    ],
    after: [
      [/([^aeiouy])\1$/, '$1'],
      [/v$/, 'f'],
      [/z$/, 's'],
    ],
  }),
  no: tune(norwegian, { before: TALLERKEN, after: NORDIC }),
  pl: tune(polish, {
    after: [
      [/szcz$/, 'st'],
      [/([kg])i$/, '$1'],
      [/ie([lkcn])$/, '$1'],
      [/([^aeiouy])e([klcr])$/, '$1$2'],
      [/dz$/, 'd'],
      [/rz$/, 'r'],
      [/([pbmwszn])i$/, '$1'],
      [/c$/, 'k'],
    ],
  }),
  pt: tune(portuguese, {
    before: [
      [/[oa][eo]s$/, 'ao'],
      [/(?<=[aou])is$/, 'l'],
      [/eis$/, 'el'],
      [/ns$/, 'm'],
    ],
  }),
  ro: tune(romanian, {
    after: [
      [/oa(?=[^aeiou]+$)/, 'o'],
      [/ea(?=[^aeiou]+$)/, 'e'],
      [/z$/, 'd'],
    ],
  }),
  ru: tune(russian, {
    before: [
      // Nouns as `бокал` are none of the verbs that the stemmer takes them for.
      [/(?<=..(?:[ая][лн]|и[лт]))[аоуы]?$/, 'у'],
      [/(?<=...)ть$/, 'т'],
    ],
    after: FLEETING,
  }),
  sv: tune(swedish, {
    before: [
      [/(?<=...)(?:et){1,2}$/, ''],
      [/(?<=..[^aeiouy]e[lr])n$/, ''],
      [/(?<=..[^aeiouy]a)n$/, ''],
    ],
    after: NORDIC,
  }),
  tr: tune(turkish, {
    before: [[/(?<=..[aeiou])n[iu]n$/, '']],
    after: [
      [/(?<=..[aeiou])s[iu]$/, ''],
      [/(?<=...[^aeiou])[iu]$/, ''],
      [/b$/, 'p'],
      [/d$/, 't'],
      [/g$/, 'k'],
    ],
  }),
  uk: tune(ukrainian, {
    before: [[/(?<=..[ая]л)[аоуи]?$/, 'у']],
    after: [...FLEETING, [/і(?=[^аеиоуюяії]+$)/, 'о'], ...FLEETING],
  }),
};
