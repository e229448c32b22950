import { readdir } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SplitTarget } from '../../../src/cli/delta/split-target.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const operation = (id: string) => `{"op":"remove","path":"/products/${id}"}\n`;

describe('the parts of a delta', () => {
  it.each(['delta.jsonl', 'delta.jsonl.gz'])(
    'leave no temporary file behind, whatever is under way when they are given up: %s',
    async (file) => {
      const cwd = temporaryFolder();
      const options = { file, cwd, layout: 'jsonlines', split: true, maxOperations: 1 } as const;
      for (let turns = 0; turns < 20; turns++) {
        const target = new SplitTarget({ ...options, warn: () => undefined });
        await target.write(Buffer.from('ABCDEF'.split('').map(operation).join('')));
        for (let nth = 0; nth < turns; nth++) await turn();
        await target.abort();
      }
      // What went on nevertheless would show by now.
      for (let nth = 0; nth < 20; nth++) await readdir(cwd);
      expect(await readdir(cwd)).toEqual([]);
    },
  );
});
