import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { decodeLines } from './base-index.ts';
import { findDifferingLines } from './differing-lines.ts';
import type { AheadAnswer, AheadTask } from './early-comparison.ts';

/**
 * Finds out which lines of a catalog differ from the kept one's, once it is told where that is. Then it waits to be ended: to
 * take down a thread takes time that the comparison itself needs.
 */
parentPort?.on('message', async (task: AheadTask) => {
  const answer = await answerTo(task);
  const tables = answer ? [answer.words, answer.starts, answer.match.sameAs] : [];
  parentPort?.postMessage(
    answer,
    tables.map(({ buffer }) => buffer as ArrayBuffer),
  );
});

/** Undefined where something is wrong; the comparison that asks then finds out itself, and tells of it. */
async function answerTo({ catalog, base, index: file }: AheadTask): Promise<AheadAnswer | undefined> {
  try {
    const index = decodeLines(await readFile(file));
    if (index === undefined) return undefined;
    const found = await findDifferingLines(base, index, catalog, new AbortController().signal);
    if (found === undefined) return null;
    const { mark, family, words, starts } = found.lines;
    return { mark, family, words, starts, match: found.match };
  } catch {
    return undefined;
  }
}
