import { expect, test } from 'vitest';
import { detectBodyKind } from '../../../src/client/delivery/body-kind.ts';

test.each([
  ['{"op":"add"}', 'jsonLines'],
  ['\n\n  {"op":"add"}', 'jsonLines'],
  ['[{"op":"add"}]', 'jsonPatch'],
  ['\ufeff [ {"op":"add"}]', 'jsonPatch'],
  ['["folder/file.jsonl"]', 'sftpPaths'],
  ['[\n  "folder/file.jsonl"\n]', 'sftpPaths'],
  ['', 'jsonLines'],
])('%j is %s', (text, kind) => {
  expect(detectBodyKind(Buffer.from(text))).toBe(kind);
});
