import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSplitTarget } from '../../../../src/cli/commands/delta/split-target.ts';
import { temporaryFolder } from '../../../temp-folder.ts';

const operation = (id: string) => `{"op":"remove","path":"/products/${id}"}\n`;

describe('the parts of a delta', () => {
  it.each(['delta.jsonl', 'delta.jsonl.gz'])(
    'leave no temporary file behind, whatever is under way when they are given up: %s',
    async (file) => {
      const cwd = temporaryFolder();
      const options = { file, cwd, layout: 'jsonlines', split: true, maxOperations: 1 } as const;
      for (let turns = 0; turns < 20; turns++) {
        const target = createSplitTarget({ ...options, warn: () => undefined });
        await target.write(Buffer.from('ABCDEF'.split('').map(operation).join('')));
        for (let nth = 0; nth < turns; nth++) await turn();
        await target.abort();
      }
      // What went on nevertheless would show by now.
      for (let nth = 0; nth < 20; nth++) await readdir(cwd);
      expect(await readdir(cwd)).toEqual([]);
    },
  );

  it('have names that sort as their numbers do, and replace sets of more or fewer digits', async () => {
    const cwd = temporaryFolder();
    const write = async (parts: number) => {
      const options = {
        file: 'delta.jsonl',
        cwd,
        layout: 'jsonlines',
        split: true,
        maxOperations: 1,
      } as const;
      const target = createSplitTarget({ ...options, warn: () => undefined });
      const ids = Array.from({ length: parts }, (_, part) => operation(`P${part + 1}`));
      await target.write(Buffer.from(ids.join('')));
      await target.commit();
      return target.files();
    };
    const wide = await write(101);
    expect([wide[0], wide[10], wide[100]]).toEqual(['delta_001.jsonl', 'delta_011.jsonl', 'delta_101.jsonl']);
    expect((await readdir(cwd)).sort()).toEqual(wide);
    expect(await readFile(path.join(cwd, 'delta_011.jsonl'), 'utf8')).toBe(operation('P11'));
    const narrow = await write(3);
    expect(narrow).toEqual(['delta_01.jsonl', 'delta_02.jsonl', 'delta_03.jsonl']);
    expect((await readdir(cwd)).sort()).toEqual(narrow);
  });
});
