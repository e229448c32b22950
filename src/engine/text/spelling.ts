import type { Analyser } from './analyser.ts';
import { countEdits } from './edit-distance.ts';

const MIN_LENGTH = 4;
/** A word this long may be two edits away, a shorter one a single edit. */
const TWO_EDITS_LENGTH = 7;
/** A correction one edit nearer wins over one that is this many times as frequent. */
const EDIT_COST = 50;
/** A word of the catalog may be a slip for one that is this many times as frequent: `phillips` for `philips`. */
const SLIP_FACTOR = 15;
/** A word that no name has is one sooner: descriptions are written with less care. */
const DESCRIBED_SLIP_FACTOR = 3;
/** Nobody types two words as one that is longer. */
const MAX_TWO_WORDS = 40;
/** A beginning of one or two letters (`tshirt`, `vneck`) needs a longer end to be more than chance. */
const SHORT_BEGINNING_LENGTH = 2;
const MIN_END_LENGTH = 3;
const MIN_END_LENGTH_AFTER_SHORT = 4;

/** A word of the catalog's names as it is written, folded, and in how many documents. */
export interface WordFrequency {
  word: string;
  frequency: number;
}

/** Word statistics of the catalog. */
interface NearWords {
  frequency(word: string): number;
  /** For each word those near it. */
  near: readonly (readonly WordFrequency[])[];
}

interface Candidate {
  words: readonly string[];
  distance: number;
  frequency: number;
}

/** How many letters of a word may be wrong; none of a short one, or of one with a number. */
export function getMaxEdits(word: string): 0 | 1 | 2 {
  if (word.length < MIN_LENGTH || /\d/.test(word)) return 0;
  return word.length >= TWO_EDITS_LENGTH ? 2 : 1;
}

/** The two words that a word may be, typed without a gap: `floorlamp`, `tshirt`, `iphone15`. */
export function splitInTwo(word: string): [string, string][] {
  const parts: [string, string][] = [];
  if (word.length > MAX_TWO_WORDS) return parts;
  for (let at = 1; at < word.length; at++) {
    const [begin, end] = [word.slice(0, at), word.slice(at)];
    if (/\d/.test(word) ? isNumberAt(begin, end) : isLongEnough(at, end.length)) parts.push([begin, end]);
  }
  return parts;
}

function isLongEnough(begin: number, end: number): boolean {
  return end >= (begin <= SHORT_BEGINNING_LENGTH ? MIN_END_LENGTH_AFTER_SHORT : MIN_END_LENGTH);
}

/** Whether a word and a number meet here. */
function isNumberAt(begin: string, end: string): boolean {
  const [first, second] = /^\d+$/.test(end) ? [begin, end] : [end, begin];
  return /^\d+$/.test(second) && first.length > SHORT_BEGINNING_LENGTH && !/\d/.test(first);
}

/**
 * Words at most this many edits away as the word allows. Few mistype the first letter: words that differ in it are looked at where
 * there are no others and the word itself is none of the catalog, and need a single edit.
 */
export function findNearWords(word: string, words: readonly WordFrequency[]): WordFrequency[] {
  const isWithin = (limit: number, isOwn: boolean) =>
    words.filter(
      ({ word: other }) =>
        (other.charCodeAt(0) === word.charCodeAt(0)) === isOwn &&
        other !== word &&
        countEdits(word, other, limit) <= limit,
    );
  const edits = getMaxEdits(word);
  if (edits === 0) return [];
  const own = isWithin(edits, true);
  return own.length > 0 || words.some((known) => known.word === word) ? own : isWithin(1, false);
}

/**
 * Corrected queries, best first: every unknown word is replaced by a near one, if there is any. Empty when none of them
 * has a correction. `term_frequency` prefers frequent words, `closest_match` near ones.
 *
 * @param known what is near each unknown word
 */
export function listCorrections(
  typed: readonly string[],
  unknown: readonly string[],
  known: NearWords,
  by: 'term_frequency' | 'closest_match',
): string[][] {
  const order = by === 'closest_match' ? compareDistance : compareFrequency;
  const offers = new Map(unknown.map((word, at) => [word, listCandidates(word, at, known).sort(order)]));
  const first = unknown.find((word) => offers.get(word)?.length) ?? '';
  return (offers.get(first) ?? []).map((chosen) =>
    typed.flatMap((word) => [...((word === first ? chosen : offers.get(word)?.[0])?.words ?? [word])]),
  );
}

/**
 * The query with words that the catalog may have from slips of its replaced by far more frequent ones a
 * single edit away. Null where there is none.
 *
 * @param asked those of the words of which is known what is near them
 * @param held how many documents have each of the words typed
 */
export function toOffer(
  typed: readonly string[],
  asked: readonly string[],
  known: NearWords,
  held: ReadonlyMap<string, number>,
  analyser: Analyser,
): string[] | null {
  const offered = typed.map(
    (word) => judgeSlip(word, asked.indexOf(word), known, held.get(word) ?? 0, analyser) ?? word,
  );
  return offered.every((word, at) => word === typed[at]) ? null : offered;
}

/** Other endings of a word are no slips. */
function judgeSlip(word: string, at: number, known: NearWords, held: number, analyser: Analyser) {
  if (at < 0) return undefined;
  const named = known.frequency(word);
  const least = named > 0 ? SLIP_FACTOR * named : DESCRIBED_SLIP_FACTOR * Math.max(1, held);
  const near = listCandidates(word, at, known, false).filter(
    ({ distance, frequency, words: [other = ''] }) =>
      distance === 1 &&
      frequency >= least &&
      other[0] === word[0] &&
      analyser.stem(other) !== analyser.stem(word),
  );
  return near.sort(compareFrequency)[0]?.words[0];
}

function listCandidates(word: string, at: number, known: NearWords, isParted = true): Candidate[] {
  const near = findNearWords(word, known.near[at] ?? []).map(({ word: other, frequency }) => {
    return { words: [other], distance: countEdits(word, other, getMaxEdits(word)), frequency };
  });
  if (!isParted) return near;
  // Two words that were typed as one count as one edit, and are likelier than another first letter.
  const parted = splitInTwo(word).flatMap((words) => {
    const frequency = Math.min(...words.map((part) => known.frequency(part)));
    return frequency === 0 ? [] : [{ words, distance: 1, frequency }];
  });
  return [
    ...parted,
    ...(parted.length > 0 ? near.filter(({ words: [other] }) => other?.[0] === word[0]) : near),
  ];
}

function compareFrequency(a: Candidate, b: Candidate): number {
  const weighWord = ({ distance, frequency }: Candidate) => frequency / EDIT_COST ** distance;
  return weighWord(b) - weighWord(a) || compareText(a, b);
}

function compareDistance(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || b.frequency - a.frequency || compareText(a, b);
}

function compareText(a: Candidate, b: Candidate): number {
  return a.words.join(' ') < b.words.join(' ') ? -1 : 1;
}
