import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAtomicFile, writeFileAtomically } from '../../../src/base/files/atomic-file.ts';
import { removeUnfinishedFiles } from '../../../src/base/files/temp-file-registry.ts';
import { temporaryFolder } from '../../temp-folder.ts';

let folder: string;
let target: string;

beforeEach(() => {
  folder = temporaryFolder();
  target = path.join(folder, 'out.jsonl');
});

describe('a file that is written atomically', () => {
  test('is there whole after commit, and nothing beside it', async () => {
    writeFileSync(target, 'old');
    const file = await createAtomicFile(target);
    await file.write('new');
    expect(readFileSync(target, 'utf8')).toBe('old');
    await file.commit();
    await file.abort();
    expect(readFileSync(target, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['out.jsonl']);
  });

  test('leaves nothing behind when the process is ended before commit', async () => {
    const kept = await createAtomicFile(path.join(folder, 'kept.jsonl'));
    await kept.commit();
    const file = await createAtomicFile(target);
    await file.write('half');
    removeUnfinishedFiles();
    expect(readdirSync(folder)).toEqual(['kept.jsonl']);
    await file.abort();
  });

  test('leaves what was there after abort', async () => {
    writeFileSync(target, 'old');
    const file = await createAtomicFile(target);
    await file.write('new');
    await file.abort();
    expect(readFileSync(target, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['out.jsonl']);
  });

  test('leaves nothing behind when it cannot take its name', async () => {
    const file = await createAtomicFile(target);
    await file.write('new');
    mkdirSync(target);
    await expect(file.commit()).rejects.toThrow('EISDIR');
    await file.abort();
    expect(readdirSync(folder)).toEqual(['out.jsonl']);
  });

  test('is refused for the name of a folder before anything is written', async () => {
    await expect(createAtomicFile(folder)).rejects.toMatchObject({ code: 'file.is_folder' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')(
    'has the permissions of the file that it replaces, or those that were asked for',
    async () => {
      writeFileSync(target, 'old');
      chmodSync(target, 0o640);
      await writeFileAtomically(target, 'new');
      expect(statSync(target).mode & 0o777).toBe(0o640);
      await writeFileAtomically(target, 'secret', 0o600);
      expect(statSync(target).mode & 0o777).toBe(0o600);
    },
  );

  test('behind a link is replaced, the link stays', async () => {
    writeFileSync(target, 'old');
    const link = path.join(folder, 'link');
    symlinkSync('out.jsonl', link);
    await writeFileAtomically(link, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('new');
  });

  test.each(['none/out.jsonl', 'out.jsonl/out.jsonl'])(
    'is refused as %s, where no folder is',
    async (name) => {
      writeFileSync(target, 'old');
      const creation = createAtomicFile(path.join(folder, name));
      await expect(creation).rejects.toMatchObject({ code: 'file.no_folder', kind: 'not-found' });
      expect(readdirSync(folder)).toEqual(['out.jsonl']);
    },
  );

  test.skipIf(process.platform === 'win32')('that is a pipe is written and stays one', async () => {
    execFileSync('mkfifo', [target]);
    const [read] = await Promise.all([readFile(target, 'utf8'), writeFileAtomically(target, 'through')]);
    expect(read).toBe('through');
    expect(lstatSync(target).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(['out.jsonl']);
  });
});
