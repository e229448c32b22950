import { RecordInView } from '../indexing/record-in-view.ts';
import { listKinds } from '../ranking/category-kinds.ts';
import { RULES } from '../ranking/rules.ts';
import { computeLengthNorm, FIELD_WEIGHTS, saturateWeight } from '../ranking/word-weights.ts';
import type { Analyser } from '../text/analyser.ts';
import type { QueryTerm } from '../text/synonyms.ts';
import { SEARCHED_FIELDS, type SearchedField } from '../words/field-words.ts';
import type { ExplainedWord } from './explanation.ts';

/** A record as a view shows it, with its words as they were read for the index. */
export class ExplainedDocument {
  readonly isAvailable: boolean;
  readonly title: string;
  /** Words for the things that its categories hold. */
  readonly kinds: readonly string[];
  /** By field the stems of its words in their order. */
  readonly #stems: ReadonlyMap<SearchedField, readonly string[]>;
  readonly #titleWords: number;
  readonly #restCharacters: number;
  readonly #phrasesAreFirstWords: boolean;

  /** @param phrasesAreFirstWords words that follow one another count where the first of them stands */
  constructor(json: string, view: string | null, analyser: Analyser, phrasesAreFirstWords: boolean) {
    const shown = new RecordInView();
    shown.read(json);
    shown.show(view);
    const { table } = shown.words;
    const stemWord = (word: number) => table.word(table.stemsBy(analyser)[word] ?? 0);
    this.#stems = new Map(
      SEARCHED_FIELDS.map((field) => [field, Array.from(shown.texts[field].words.view().slice(), stemWord)]),
    );
    this.isAvailable = shown.isAvailable;
    this.title = shown.values.textOf(shown.texts.titleValue);
    const entries = shown.categories.map(({ entry }) => entry);
    this.kinds = listKinds(entries, analyser);
    this.#titleWords = shown.texts.title.ownCount;
    this.#restCharacters = shown.texts.restLength;
    this.#phrasesAreFirstWords = phrasesAreFirstWords;
  }

  /** By which words the document has a term, and where: the way that counts first; null where it has it not. */
  held(term: QueryTerm): ExplainedWord['held'] {
    for (const { stems, words, by } of waysToHold(term)) {
      const fields = this.#listFields(stems, by === 'compound');
      if (fields.length > 0) return { words, by, fields };
    }
    return null;
  }

  /** Score of a term in the document, before its rarity; 0 if it is absent. */
  effect(term: QueryTerm, means: { title: number; rest: number }): number {
    const found = waysToHold(term).flatMap(({ stems, by }) => this.#listFields(stems, by === 'compound'));
    const titleNorm = computeLengthNorm(this.#titleWords, means.title, RULES.titleLength);
    const restNorm = computeLengthNorm(this.#restCharacters, means.rest, RULES.restLength);
    let weight = 0;
    for (const field of new Set(found))
      weight += FIELD_WEIGHTS[field] * (field === 'title' ? titleNorm : restNorm);
    return saturateWeight(weight);
  }

  /** Several stems have to follow one another in a short field, or be in the same description. */
  #listFields(stems: readonly string[], isCompound: boolean): SearchedField[] {
    if (stems.length === 1) return this.#listFieldsOf(stems[0] ?? '');
    const short = SEARCHED_FIELDS.filter(
      (field) => field !== 'description' && this.#holdsPhrase(field, stems),
    );
    if (this.#phrasesAreFirstWords) return short.length === 0 ? [] : this.#listFieldsOf(stems[0] ?? '');
    const own = this.#stems.get('description') ?? [];
    return isCompound || !stems.every((stem) => own.includes(stem)) ? short : [...short, 'description'];
  }

  #listFieldsOf(stem: string): SearchedField[] {
    return SEARCHED_FIELDS.filter((field) => this.#stems.get(field)?.includes(stem));
  }

  #holdsPhrase(field: SearchedField, stems: readonly string[]): boolean {
    const own = this.#stems.get(field) ?? [];
    return own.some((_, at) => stems.every((stem, offset) => own[at + offset] === stem));
  }
}

type Way = Pick<NonNullable<ExplainedWord['held']>, 'words' | 'by'> & { stems: readonly string[] };

/** The words by which a product may have a term of the query, those that count first in front. */
function waysToHold({ words: own, alternatives, compounds = [], written = [] }: QueryTerm) {
  return [...alternatives, ...compounds].map((stems, at): Way => {
    const words = written[at] ?? stems;
    const isOwn = at === 0 || words.join(' ') === own.join(' ');
    return { words, stems, by: at >= alternatives.length ? 'compound' : isOwn ? 'word' : 'synonym' };
  });
}
