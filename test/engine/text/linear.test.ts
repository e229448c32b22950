import { expect, test } from 'vitest';
import { formatFeedJson, parseFeedJson } from '../../../src/engine/documents/feed-json.ts';
import { toNumberText } from '../../../src/engine/field-values.ts';
import { parseBooleanFilter } from '../../../src/engine/query/boolean-filter.ts';
import { parseFacetFilters } from '../../../src/engine/query/facet-filter.ts';
import { testOfValue } from '../../../src/engine/query/field-test.ts';
import { parseSort } from '../../../src/engine/query/sort.ts';
import { hashAddress, toAddressKey } from '../../../src/engine/text/address.ts';
import { ENGLISH_ANALYSER } from '../../../src/engine/text/analyser.ts';
import { analyseText, measureWords } from '../../../src/engine/text/analysis.ts';
import { addCompounds } from '../../../src/engine/text/compounds.ts';
import { extractKeywords, extractTitleEnds } from '../../../src/engine/text/phrases.ts';
import { listCorrections, splitInTwo } from '../../../src/engine/text/spelling.ts';
import { stem } from '../../../src/engine/text/stem.ts';
import { expandSynonyms } from '../../../src/engine/text/synonyms.ts';

/** Everything of the engines that is given text of any length: by feeds, or by whoever searches. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  analyseText,
  queryWords: (text) => ENGLISH_ANALYSER.tokenizeQuery(text),
  measureWords,
  toAddressKey,
  hashAddress,
  stem,
  extractTitleEnds,
  extractKeywords,
  numberText: toNumberText,
  testOfValue,
  headWord: (text) => ENGLISH_ANALYSER.findHeadWord(analyseText(text)),
  parseSort: (text) => attempt(() => parseSort(`${text} x`)),
  parseFacetFilters: (text) => attempt(() => parseFacetFilters(`price:[${text} TO x]`)),
  parseBooleanFilter: (text) => attempt(() => parseBooleanFilter(`price:${text}`)),
  range: (text) => testOfValue(`[${text} TO ${text}`),
  splitInTwo,
  corrections: (text) =>
    listCorrections(
      [text],
      [text],
      { frequency: () => 1, near: [[{ word: 'lamps', frequency: 1 }]] },
      'term_frequency',
    ),
  feedJson: (text) => formatFeedJson(parseFeedJson(JSON.stringify({ [text]: [text, 1] }))),
  terms: (text) => addCompounds(expandSynonyms([text], [['a', 'b']]), () => false),
};

const TEXTS: readonly string[] = [
  '1', '1 ', '1.', '1/', '1x', '1"', '"', '/', ' ', 'x', 'x ', 'é', '[', ']', '-', ', ', '1 1in ', '0',
]; // biome-ignore format: the texts stand on one line

/** Each eight times as long as the one before. */
const LENGTHS = [1 << 13, 1 << 16, 1 << 19];
/** What twice as long a text takes is 2.5 times as much at most. */
const MAX_GROWTH = 2.5 ** 3;
/** Less than this is said by the clock's noise, not by the text. */
const NOISE_MS = 150;

test.each(Object.keys(READERS))('%s takes twice as long for a text twice as long', (name) => {
  const read = READERS[name] as (text: string) => unknown;
  for (const part of TEXTS) {
    let most = Number.POSITIVE_INFINITY;
    for (const length of LENGTHS) {
      const text = part.repeat(length / part.length);
      const took = cpuMs(() => read(text));
      expect(took, `${name} of ${length} characters ${JSON.stringify(part)}`).toBeLessThanOrEqual(most);
      most = took * MAX_GROWTH + NOISE_MS;
    }
  }
});

function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  return process.cpuUsage(before).user / 1_000;
}

function attempt(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return error;
  }
}
