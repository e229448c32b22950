import { BrctlError } from '../../../base/errors.ts';
import { isSpace, OPEN_BRACKET } from '../../../base/json/ascii.ts';

const MARKS: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'UTF-8' },
  { bytes: [0xff, 0xfe], encoding: 'UTF-16' },
  { bytes: [0xfe, 0xff], encoding: 'UTF-16' },
];

/**
 * Refuses a file that starts with a byte order mark: JSON texts must not (RFC 8259, section 8.1).
 *
 * @throws BrctlError `file.byte_order_mark`
 */
export function refuseByteOrderMark(bytes: Uint8Array, filled: number, name: string): void {
  const mark = MARKS.find(
    (candidate) =>
      filled >= candidate.bytes.length && candidate.bytes.every((byte, index) => bytes[index] === byte),
  );
  if (mark === undefined) return;
  throw new BrctlError(`${name}: starts with a ${mark.encoding} byte order mark`, {
    kind: 'input',
    code: 'file.byte_order_mark',
    file: name,
    line: 1,
    column: 1,
    why: 'JSON must be UTF-8 without a byte order mark',
    hint: mark.encoding === 'UTF-8' ? `tail -c +4 ${name}` : `iconv -f UTF-16 -t UTF-8 ${name}`,
  });
}

/**
 * Refuses a catalog that is one JSON array: lines are read by their position, more than once, and an array has none.
 *
 * @param bytes the first of the catalog
 * @throws BrctlError `input.array`
 */
export function refuseArray(bytes: Uint8Array, name: string): void {
  if (bytes.find((byte) => !isSpace(byte)) !== OPEN_BRACKET) return;
  throw new BrctlError(`${name}: a JSON array, not one record per line`, {
    kind: 'input',
    code: 'input.array',
    file: name,
    why: 'diff re-reads lines by file position, and an array has no lines',
    hint: `write it as JSON Lines (plain records with --from records) and name that: brctl apply ${name === 'stdin' ? '-' : name} /dev/null -o lines.jsonl`,
  });
}
