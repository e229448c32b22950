// Queries a shopper might type who knows a product: words of its title, drawn by a seed.
import { pick, randomOf } from './random.mjs';

const UNKNOWN_WORD = 'zorblat';
const wordsOf = (title) => title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

function shuffled(random, words) {
  const left = [...words];
  return words.map(() => left.splice(Math.floor(random() * left.length), 1)[0]);
}

const some = (count) => (random, words) =>
  words.length < count ? null : shuffled(random, words).slice(0, count);

function inOrder(count) {
  return (random, words) => {
    if (words.length < count) return null;
    const chosen = new Set(shuffled(random, [...words.keys()]).slice(0, count));
    return words.filter((_, at) => chosen.has(at));
  };
}

/** A word of five letters or more with two neighbouring letters behind the first changed about. */
function misspelt(random, words) {
  const long = words.filter((word) => /^\p{L}{5,}$/u.test(word));
  if (long.length === 0) return null;
  const wrong = pick(random, long);
  const at = 1 + Math.floor(random() * (wrong.length - 2));
  const typed = wrong.slice(0, at) + wrong[at + 1] + wrong[at] + wrong.slice(at + 2);
  return words.map((word) => (word === wrong ? typed : word));
}

/** By kind, what is typed for a title of these words; null where the title has too few. */
const KINDS = {
  'the full title': (_random, words) => words,
  'one word': some(1),
  'two shuffled words': some(2),
  'three shuffled words': some(3),
  'three words in order': inOrder(3),
  'three shuffled words and an unknown one': (random, words) => {
    const three = some(3)(random, words);
    return three && [...three, UNKNOWN_WORD];
  },
  'a typing error in the title': misspelt,
};

/**
 * Kind by kind, a query for each title that has enough words for one.
 *
 * @returns `{ [kind]: { title, text }[] }`
 */
export function knownItemQueries(titles, seed) {
  return Object.fromEntries(
    Object.entries(KINDS).map(([kind, type], at) => {
      const random = randomOf(seed, at);
      const queries = titles.flatMap((title) => {
        const typed = type(random, wordsOf(title));
        return typed === null || typed.length === 0 ? [] : [{ title, text: typed.join(' ') }];
      });
      return [kind, queries];
    }),
  );
}
