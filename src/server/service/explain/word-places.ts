import { type Attributes, type CatalogRecord, toEffectiveRecord } from '../../../engine/effective-record.ts';
import type { Analyser } from '../../../engine/text/analyser.ts';
import { measureWords, splitWords } from '../../../engine/text/analysis.ts';
import { countEdits } from '../../../engine/text/edit-distance.ts';
import type { WordFinding, WordPlace } from '../../../protocol/explanation.ts';

const MAX_PLACES = 5;
/** Words that begin alike, or differ in so few letters, may be forms of one word to a person. */
const NEAR_EDITS = 2;
const SAME_BEGINNING = 3;

export function readRecordWords(record: CatalogRecord, view: string | null, analyser: Analyser) {
  const texts: { place: WordPlace; words: string[] }[] = [];

  const { attributes, variants } = toEffectiveRecord(record, view);
  read(attributes, {});
  for (const variant of variants) read(variant.attributes, { variant: variant.id });

  function findPlaces(wanted: readonly string[]): WordPlace[] {
    const stems = wanted.flatMap((word) => analyser.indexed(word));
    const holds = (own: readonly string[]) =>
      own.some((_, start) => stems.every((each, offset) => own[start + offset] === each));
    return texts
      .filter((text) => holds(text.words.map((word) => analyser.stem(word))))
      .map(({ place }) => place)
      .slice(0, MAX_PLACES);
  }

  function findNearest(missing: string): WordFinding['nearest'] {
    let best: { word: string; field: string; distance: number } | undefined;
    for (const { place, words: own } of texts) {
      for (const word of own) {
        const distance = countEdits(missing, word, NEAR_EDITS + 1);
        const isNear = missing.length > SAME_BEGINNING && distance <= NEAR_EDITS;
        if (!isNear && !beginAlike(missing, word)) continue;
        if (best === undefined || distance < best.distance) best = { word, field: place.field, distance };
      }
    }
    return best && { word: best.word, stem: analyser.stem(best.word), field: best.field };
  }

  function read(attributes: Attributes, place: Omit<WordPlace, 'field'>): void {
    for (const [field, value] of Object.entries(attributes)) {
      for (const text of listTexts(value))
        texts.push({ place: { field, ...place }, words: [...splitWords(text), ...measureWords(text)] });
    }
  }

  return { placesOf: findPlaces, findNearest };
}

function beginAlike(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SAME_BEGINNING + 1) return false;
  return a.slice(0, SAME_BEGINNING) === b.slice(0, SAME_BEGINNING) && Math.abs(a.length - b.length) <= 4;
}

/** Texts and numbers, those in lists and in the names of category paths too. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listTexts);
  return [];
}
