import { BrctlError } from '../../errors.ts';
import { isSpace, OPEN_BRACKET } from '../../json/ascii.ts';

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
    why: 'lines are read again by their position in the file; an array has no lines',
    hint: `write it as JSON Lines: brctl apply ${name === 'stdin' ? '-' : name} /dev/null -o lines.jsonl (--input-format records for plain records), and name that`,
  });
}
