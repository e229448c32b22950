import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCOUNT, load, openCatalogs, product, send } from './service/opened-catalogs.ts';

const OPEN_FILES = '/proc/self/fd';

/** Files below a folder that this process has open, those too that have been deleted. */
function openBelow(folder: string): number {
  return readdirSync(OPEN_FILES).filter((descriptor) => {
    try {
      return readlinkSync(`${OPEN_FILES}/${descriptor}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

test.skipIf(!existsSync(OPEN_FILES))(
  'a service that is changed and reset all day keeps no files of what is gone (needs /proc)',
  async () => {
    const { service, folder } = await openCatalogs();
    for (let round = 0; round < 30; round++) {
      await load(service, 'full', [product('a')]);
      await send(service, 'delta', [product(`p${round}`)]);
      await service.runIndex(ACCOUNT, 'lamps');
      await service.settled();
      if (round % 10 === 9) await service.reset();
    }
    // A thread for jobs stays a while behind its last job.
    await expect.poll(() => openBelow(folder)).toBeLessThan(20);
  },
);
