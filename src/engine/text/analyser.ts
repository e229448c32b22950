import { splitByScript, splitPairs, splitWrittenText } from './analysis.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { stem as english, NOT_ASCII } from './stem.ts';
import { STEMMERS, type Stemmer } from './stemmers.ts';

/** `set of 2` says how many there are, not what. */
const COUNTING_WORDS = new Set('set sets pack packs pair pairs box case'.split(' '));
const ENGLISH = 'en';
const OTHER_SCRIPTS = new Set(['ar', 'bg', 'el', 'hi', 'ru', 'uk']);
const KOREAN = 'ko';
/** A word that is apart from its like has a stem that no other has. */
const APART = '=';
const MIN_STEMMED_LENGTH = 3;

export class Analyser {
  readonly language: Language;
  readonly code: string;
  readonly #stem: Stemmer;
  #segmenter: Intl.Segmenter | null = null;

  constructor(code: string) {
    this.code = code;
    this.language = LANGUAGES[code] ?? getLanguage(ENGLISH);
    const own = STEMMERS[code] ?? english;
    // Brands and types are written in Latin letters everywhere, and cut as English is.
    this.#stem = OTHER_SCRIPTS.has(code) ? (word) => (NOT_ASCII.test(word) ? own : english)(word) : own;
  }

  /** The stem of a folded word. */
  stem(word: string): string {
    const { irregular } = this.language;
    const known = irregular.get(word);
    if (known === word) return `${word}${APART}`;
    if (known !== undefined && irregular.get(known) === known) return `${known}${APART}`;
    if (this.code === ENGLISH) return this.#stem(known ?? word);
    if (word.length < MIN_STEMMED_LENGTH || /\d/.test(word)) return word;
    return this.#stem(known ?? word) || word;
  }

  /** Index terms of a folded word: its stem or, in a script without spaces, pairs of adjacent letters. */
  indexed(word: string): string[] {
    return splitByScript(word).flatMap(({ part, isUnspaced }) =>
      isUnspaced ? splitPairs(part) : [this.stem(part)],
    );
  }

  /** The distinct words of a query in order, without function words unless there is nothing else. */
  tokenizeQuery(text: string): string[] {
    const all = this.tokenizeText(text);
    const telling = all.filter((word) => !this.isStopWord(word));
    return [...new Set(telling.length > 0 ? telling : all)];
  }

  /** The words of a text as its readers take it apart. */
  tokenizeText(text: string): string[] {
    const { elided } = this.language;
    const plain = elided === null ? text : text.replace(elided, ' ');
    return splitWrittenText(plain).flatMap((word) =>
      splitByScript(word).flatMap(({ part, isUnspaced }) =>
        isUnspaced ? this.#splitSegments(part) : [part],
      ),
    );
  }

  #splitSegments(part: string): string[] {
    this.#segmenter ??= new Intl.Segmenter(this.code, { granularity: 'word' });
    return Array.from(this.#segmenter.segment(part), ({ segment }) =>
      this.code === KOREAN ? cutParticle(segment) : segment,
    );
  }

  /** Whether the word says nothing about a product. */
  isStopWord(word: string): boolean {
    return this.language.stop.has(word);
  }

  /**
   * The word that says what a thing is, as English puts it last: `lamp` of `black desk lamp`, of `lamp for the desk` and of
   * `floor lamps, set of 2`. Undefined where there is none but numbers.
   */
  findHeadWord(words: readonly string[]): string | undefined {
    const { linking, isHeadFirst, elided } = this.language;
    const isTelling = (word: string) =>
      !this.isStopWord(word) && !/\d/.test(word) && (elided === null || word.length > 1);
    if (isHeadFirst) return words.find(isTelling);
    const first = words.findIndex((word) => !this.isStopWord(word));
    let end = words.findIndex((word, at) => at > first && linking.has(word));
    if (end < 0) end = words.length;
    else if (end - 1 > first && COUNTING_WORDS.has(words[end - 1] ?? '') && words[end] === 'of') end--;
    return words.slice(0, end).findLast(isTelling);
  }
}

/** Korean particles, by whether the noun's last syllable is closed. A noun of one syllable keeps them. */
const PARTICLES = {
  closed: /(?<=..)[을은이과의도에]$|(?<=.)(?:으로|에서)$/,
  open: /(?<=..)[를는가와로의도에]$|(?<=.)에서$/,
} as const;
const FIRST_SYLLABLE = 0xac00;
/** A syllable's ending is its place among those that begin alike; the first is open. */
const ENDINGS = 28;

function cutParticle(word: string): string {
  for (const [kind, particle] of Object.entries(PARTICLES)) {
    const noun = word.replace(particle, '');
    const isOpen = (noun.charCodeAt(noun.length - 1) - FIRST_SYLLABLE) % ENDINGS === 0;
    if (noun !== word && isOpen === (kind === 'open')) return noun;
  }
  return word;
}

function getLanguage(code: string): Language {
  const known = LANGUAGES[code];
  if (known === undefined) throw new Error(`no language ${code}`);
  return known;
}

const analysers = new Map<string, Analyser>();

function loadAnalyser(code: string): Analyser {
  let known = analysers.get(code);
  if (known === undefined) {
    known = new Analyser(code);
    analysers.set(code, known);
  }
  return known;
}

export const ENGLISH_ANALYSER: Analyser = loadAnalyser(ENGLISH);

/** In which languages a catalog is written: `language`, and of some views another. */
export interface LanguageSettings {
  language: string;
  languages: Readonly<Record<string, string>>;
}

export const ENGLISH_ONLY: LanguageSettings = { language: ENGLISH, languages: {} };

/** The analyser of what a view shows, null for the base. */
export function getAnalyser({ language, languages }: LanguageSettings, view: string | null): Analyser {
  return loadAnalyser((view === null ? undefined : languages[view]) ?? language);
}

/** Analysers for a query in a view: its own, and the base's, as the view also shows products that it does not override. */
export function getQueryAnalysers(
  settings: LanguageSettings,
  view: string | null,
): readonly [Analyser, ...Analyser[]] {
  const [own, base] = [getAnalyser(settings, view), loadAnalyser(settings.language)];
  return own === base ? [own] : [own, base];
}
