import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLineFile } from '../../../src/client/delivery/line-file.ts';
import { temporaryFolder } from '../../temp-folder.ts';

describe('a file that is written line by line', () => {
  test('holds the lines, though their memory is used again', async () => {
    const file = path.join(temporaryFolder(), 'lines');
    const lines = await createLineFile(file);
    const line = Buffer.from('one');
    await lines.writeLine(line);
    line.write('two');
    await lines.writeLine(line);
    await lines.close();
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  });

  test.skipIf(!existsSync('/dev/full'))('is closed when the disk cannot take the last lines', async () => {
    const openFiles = () => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    const lines = await createLineFile('/dev/full');
    await lines.writeLine(Buffer.from('one'));
    await expect(lines.close()).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(openFiles()).toBe(before);
  });
});
