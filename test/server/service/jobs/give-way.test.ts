import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { ACCOUNT, load, openCatalogs, product } from '../opened-catalogs.ts';

/** The niceness of each thread of this process (proc(5), the 19th field of stat). */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

test.skipIf(process.platform !== 'linux')('threads that load and index give way to all others', async () => {
  const own = getPriority();
  expect(nicenesses().filter((each) => each > own)).toEqual([]);
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
  const lower = nicenesses().filter((each) => each > own);
  expect(lower).toEqual([own + 4, own + 4]);
});
