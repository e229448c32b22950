import { pathOf } from '../frame/address.ts';
import { callForAnswer } from '../frame/service.ts';
import { addRecord, type CatalogProfile, emptyProfile } from './catalog-profile.ts';

/** Bytes after which the page gets its turn. */
const SLICE_RECORDS = 200;

/**
 * Reads a stored catalog until `most` records are read.
 *
 * @returns what was read, and whether it is all
 */
export async function readProfile(
  catalog: string,
  most: number,
  signal: AbortSignal,
): Promise<{ profile: CatalogProfile; isAll: boolean }> {
  const ended = new AbortController();
  const answer = await callForAnswer(pathOf('catalogs', catalog, 'records'), {
    signal: AbortSignal.any([signal, ended.signal]),
  });
  const profile = emptyProfile();
  if (answer.body === null) return { profile, isAll: true };
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const [at, line] of lines.entries()) {
      addRecord(profile, line);
      if (profile.records >= most) {
        ended.abort();
        return { profile, isAll: false };
      }
      if (at % SLICE_RECORDS === SLICE_RECORDS - 1) await nextTurn();
    }
  }
  addRecord(profile, rest);
  return { profile, isAll: true };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
