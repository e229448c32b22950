import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getAnalyser } from '../../../src/engine/text/analyser.ts';
import { fold, isUnspaced, measureWords, splitWords } from '../../../src/engine/text/analysis.ts';
import { findCompounds } from '../../../src/engine/text/compound-words.ts';
import { expandSynonyms } from '../../../src/engine/text/synonyms.ts';

const analyserOf = (language: string) => getAnalyser({ language, languages: {} }, null);

/** By language, queries that find a title (`>`) and those that do not (`≠`). */
function readPairs(file: string) {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const [language = '', pairs = ''] = line.split(/: (.*)/);
    return pairs.split(' · ').map((pair) => {
      const [, query = '', sign, title = ''] = /^(.*?) ([>≠]) (.*)$/.exec(pair) ?? [];
      return { language, query, title, isFound: sign === '>' };
    });
  });
}

/** Of two forms of a word each finds the other; of scripts without spaces the second holds the first. */
function inBothDirections(pair: ReturnType<typeof readPairs>[number]) {
  const { query, title } = pair;
  return isUnspaced(title) ? [pair] : [pair, { ...pair, query: title, title: query }];
}

const PAIRS = [
  ...readPairs('./word-pairs.txt'),
  ...readPairs('./more-words.txt'),
  ...readPairs('./shop-words.txt'),
  ...['./household-words.txt', './wardrobe-words.txt'].flatMap(readPairs).flatMap(inBothDirections),
];

function finds(language: string, query: string, title: string): boolean {
  const analyser = analyserOf(language);
  const held = new Set([...splitWords(title), ...measureWords(title)].map((word) => analyser.stem(word)));
  const terms = analyser.tokenizeQuery(query).map((word) => analyser.indexed(word));
  return terms.every((term) => term.every((stem) => held.has(stem)));
}

const WAYS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  unaccented: fold,
  'in capitals': (text) => text.toUpperCase(),
  'taken apart': (text) => text.normalize('NFD'),
  'in full width, measures apart': (text) =>
    text.replace(/(?<!\d.*)(?!.*\d)[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
};

describe('languages', () => {
  it('are at least eighteen', () => {
    expect(new Set(PAIRS.map(({ language }) => language)).size).toBeGreaterThanOrEqual(18);
  });

  it.each(Object.entries(WAYS))('find the forms of a word, written %s', (_, way) => {
    const wrong = PAIRS.filter(
      ({ language, query, title, isFound }) =>
        finds(language, way(query), title) !== isFound || finds(language, query, way(title)) !== isFound,
    );
    expect(wrong).toEqual([]);
  });

  it.each(['แก้วน้ำ', 'कुर्सी', '의자', 'バス', 'ガギ', 'мій', 'їжа'])('do not fold %s', (text) => {
    expect(fold(text)).toBe(text);
    expect(fold(text.normalize('NFD'))).toBe(text);
  });

  it('have German words found by their last part, by words of the catalog alone', () => {
    const catalog = new Set(
      'esstisch essen schreibtische schreiben couchtisch couch tischler tisch holz holztisch damenschuhe damen handschuhe hand schuh barock bar rock staub'.split(
        ' ',
      ),
    );
    const found = (word: string) => findCompounds(word, catalog, analyserOf('de'));
    expect(found('tisch')).toEqual(['couchtisch', 'esstisch', 'holztisch', 'schreibtische']);
    expect(found('schuh')).toEqual(['damenschuhe']);
    expect(found('schuhe')).toEqual(['damenschuhe']);
    expect(findCompounds('tisch', catalog, analyserOf('en'))).toEqual([]);
  });

  it('keep the compounds of a thousand words, and look for the others again', () => {
    let looks = 0;
    class Vocabulary extends Set<string> {
      override [Symbol.iterator]() {
        looks++;
        return super[Symbol.iterator]();
      }
    }
    const catalog = new Vocabulary(['esstisch', 'essen', 'tisch']);
    const ask = (word: string) => findCompounds(word, catalog, analyserOf('de'));
    expect([ask('tisch'), ask('tisch'), looks]).toEqual([['esstisch'], ['esstisch'], 1]);
    for (let at = 0; at < 1_000; at++)
      ask(`wort${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`);
    expect([ask('tisch'), looks]).toEqual([['esstisch'], 1_002]);
  });

  it.each([
    ['sofas', [['sofa'], ['couch']]],
    ['couches', [['couch'], ['sofa']]],
    ['chest of drawers', [['chest', 'of', 'drawer'], ['dresser']]],
    ['dressers', [['dresser'], ['chest', 'of', 'drawer']]],
    ['tvs', [['tv'], ['televis']]],
    ['television', [['televis']]],
  ])('have the synonyms of %s', (query, alternatives) => {
    const synonyms = [
      ['sofa', 'couch'],
      ['chest of drawers', 'dresser'],
      { from: ['tv'], to: ['television'] },
    ];
    const terms = expandSynonyms(analyserOf('en').tokenizeQuery(query), synonyms);
    expect(terms.map((term) => term.alternatives)).toEqual([alternatives]);
  });
});
