import { describe, expect, test } from 'vitest';
import { checkPaths, checkRemoteFiles, parsePathList } from '../../../src/client/delivery/sftp-paths.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2031-02-03T10:00:00Z');

describe('paths in the SFTP folder', () => {
  test('are relative, inside it, and named once', () => {
    expect(() => checkPaths(['lighting_en/a.jsonl.gz', 'b.jsonl'])).not.toThrow();
  });

  test.each(['', '/etc/passwd', '../x', 'a/../../x', 'folder/'])('%j is refused', (path) => {
    expect(() => checkPaths([path])).toThrow(expect.objectContaining({ code: 'input.bad_path' }));
  });

  test('named twice are refused', () => {
    expect(() => checkPaths(['a', 'a'])).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ why: 'it is named twice' }) }),
    );
  });

  test.each(['{"a":1}', '["a"', '["a",5]', 'a'])('cannot be read from %s', (text) => {
    expect(() => parsePathList(text, 'list.json')).toThrow(
      expect.objectContaining({ code: 'input.bad_path_list' }),
    );
  });

  test('must exist', () => {
    expect(() => checkRemoteFiles(['a', 'b'], [{ path: 'a', modifiedMs: NOW.getTime() }], NOW)).toThrow(
      expect.objectContaining({ code: 'input.no_remote_file', message: 'b is not in the SFTP folder' }),
    );
  });

  test.each([
    [0, true],
    [29.9, true],
    [29.97, false],
    [31, false],
  ])('%d days old is usable: %s', (days, isUsable) => {
    const check = () =>
      checkRemoteFiles(['a'], [{ path: 'a', modifiedMs: NOW.getTime() - days * DAY_MS }], NOW);
    if (isUsable) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'input.file_expiring' }));
  });
});
