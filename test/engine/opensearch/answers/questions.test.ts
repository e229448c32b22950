import { expect, test } from 'vitest';
import { DEFAULT_SEARCH_SETTINGS } from '../../../../src/engine/engine.ts';
import { OpenVersion } from '../../../../src/engine/opensearch/answers/open-version.ts';
import { RecordCache } from '../../../../src/engine/opensearch/answers/record-cache.ts';
import { search } from '../../../../src/engine/opensearch/answers/search.ts';
import type { Cluster } from '../../../../src/engine/opensearch/cluster/cluster.ts';
import type { IndexState } from '../../../../src/engine/opensearch/cluster/index-state.ts';
import { keyword, query } from '../../embedded/array-source.ts';

/** No search may cost a cluster more. */
const MAX_QUESTIONS = 24;
const MAX_ROUNDS = 5;

/** A cluster that finds nothing; counts what it is asked. */
function emptyCluster() {
  const seen = { questions: 0, rounds: 0 };
  const answer = { hits: { total: { value: 0 }, hits: [] } };
  let answering: Promise<void> | undefined;
  const call = async ({ lines }: { lines?: string }) => {
    const questions = lines === undefined ? 1 : lines.trim().split('\n').length / 2;
    seen.questions += questions;
    // What is asked at the same time is one round.
    if (answering === undefined) {
      seen.rounds++;
      answering = new Promise<void>((resolve) => setImmediate(resolve)).finally(() => {
        answering = undefined;
      });
    }
    await answering;
    return lines === undefined ? answer : { responses: Array.from({ length: questions }, () => answer) };
  };
  return { cluster: { call } as unknown as Cluster, seen };
}

const STATE = { index: 'i', version: 1, stamp: 1, ended: [], gaps: [], fields: [], records: 200_000 };

test.each([
  ['two words', 'oak lampp'],
  ['junk of three words', 'xqzkv wvbnk pqrst'],
  ['junk of 299 characters', 'xqz '.repeat(75).trim()],
  ['junk of twelve words', [...'bcdfghjklmnp'].map((letter) => letter.repeat(9)).join(' ')],
  ['junk of fifty words', Array.from({ length: 50 }, (_, at) => `q${at}zzz`).join(' ')],
  ['one long word', 'x'.repeat(299)],
])('%s: at most 24 questions in 5 rounds', async (_what, text) => {
  const { cluster, seen } = emptyCluster();
  const settings = { ...DEFAULT_SEARCH_SETTINGS, family: 'products' as const };
  const version = new OpenVersion(cluster, STATE as unknown as IndexState, settings, new RecordCache());
  await search(version, query({ recall: keyword(text) }));
  expect(seen.questions).toBeLessThanOrEqual(MAX_QUESTIONS);
  expect(seen.rounds).toBeLessThanOrEqual(MAX_ROUNDS);
});
