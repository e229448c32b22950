import { hasDuplicateKeys } from '../../base/json/members.ts';
import type { Tape } from '../../base/json/tape.ts';
import { decodeString } from '../../base/json/text.ts';
import type { Findings } from '../findings/findings.ts';

/** The first key of an object that was there before, undefined where there is none. */
function findRepeated(tape: Tape, object: number): number | undefined {
  const seen = new Set<string>();
  const end = tape.nextOf(object);
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
    const name = decodeString(tape, key);
    if (seen.has(name)) return key;
    seen.add(name);
  }
  return undefined;
}

/**
 * Warns of every object below the root that uses a key twice: readers differ in what they make of it; here, and in the
 * diff, the last one counts. The root is the operation, of which `parseOperation` warns.
 */
export function warnOfDuplicateKeys(tape: Tape, findings: Findings): void {
  for (let node = 1; node < tape.length; node++) {
    if (!tape.isObject(node) || !hasDuplicateKeys(tape, node)) continue;
    const key = findRepeated(tape, node);
    if (key === undefined) continue;
    const message = `the key '${decodeString(tape, key)}' is used twice; the last one counts`;
    findings.warning('json.duplicate_key', message, { offset: tape.startOf(key) });
  }
}
