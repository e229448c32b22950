import { describe, expect, test } from 'vitest';
import { BrctlError } from '../../../src/base/errors.ts';
import { asBrctlError, describeError } from '../../../src/cli/output/errors.ts';

function systemError(code: string, syscall: string, path?: string): Error {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall, ...(path && { path }) });
}

describe('an error of the file system', () => {
  test.each([
    ['ENOENT', 'open', 'not-found', 'file.not_found'],
    ['ENOENT', 'mkdir', 'config', 'file.no_permission'],
    ['EROFS', 'open', 'config', 'file.no_permission'],
    ['ENOTDIR', 'open', 'config', 'file.not_a_folder'],
    ['EACCES', 'mkdir', 'config', 'file.no_permission'],
    ['ENOSPC', 'write', 'temporary', 'file.disk_full'],
    ['EDQUOT', 'write', 'temporary', 'file.disk_full'],
    ['EFBIG', 'write', 'temporary', 'file.too_large'],
    ['EISDIR', 'read', 'input', 'file.is_folder'],
  ])('%s of %s is %s, %s', (code, syscall, kind, expected) => {
    expect(asBrctlError(systemError(code, syscall, '/state/brctl'))).toMatchObject({
      kind,
      code: expected,
      details: { file: '/state/brctl' },
    });
  });

  test('names the file that people know, not the passing one', () => {
    const error = asBrctlError(systemError('EROFS', 'open', '/out/.delta.jsonl.4711-0123456789ab.tmp'));
    expect(error.details.file).toBe('/out/delta.jsonl');
  });

  test('says that a folder is missing, where it is a new file that cannot be written', () => {
    const error = asBrctlError(systemError('ENOENT', 'open', '/none/.delta.jsonl.4711-0123456789ab.tmp'));
    expect(error).toMatchObject({ kind: 'not-found', code: 'file.no_folder' });
    expect(error.details.file).toBe('/none/delta.jsonl');
  });

  test('that brctl does not know is a bug', () => {
    expect(asBrctlError(systemError('EWHAT', 'open'))).toMatchObject({ kind: 'unexpected' });
  });
});

test.each([
  [
    'a problem that the error states is not said twice',
    {},
    'brctl submit: a.jsonl is not there\nerror input.x (exit 4)\n',
  ],
  [
    'one that has a place is shown with it',
    { line: 3 },
    'brctl submit: a.jsonl is not there\n  at    line 3\nerror input.x (exit 4)\n',
  ],
  [
    'one that has a file is shown as that of any other error',
    { file: 'a.jsonl', line: 3, product: 'L-9' },
    'brctl submit: a.jsonl is not there\n  file  a.jsonl, line 3, product L-9\nerror input.x (exit 4)\n',
  ],
])('%s', (_title, place, expected) => {
  const problem = { severity: 'error' as const, code: 'input.x', message: 'a.jsonl is not there', ...place };
  const error = new BrctlError('a.jsonl is not there', {
    kind: 'input',
    code: 'input.x',
    problems: [problem],
  });
  expect(describeError(error, 'brctl submit', 20)).toBe(expected);
});
