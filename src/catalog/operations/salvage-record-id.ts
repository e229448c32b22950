import type { Tape } from '../../base/json/tape.ts';
import { decodeString, isNamed } from '../../base/json/text.ts';
import { parseTarget } from '../../protocol/operation.ts';

function readId(tape: Tape, key: number): string | undefined {
  if (!tape.isString(key + 1)) return undefined;
  if (isNamed(tape, key, 'id')) return decodeString(tape, key + 1);
  if (!isNamed(tape, key, 'path')) return undefined;
  const target = parseTarget(decodeString(tape, key + 1));
  return 'problem' in target ? undefined : target.id;
}

/**
 * The id of the record that a broken text is about, where it is before the fault: most operations begin with their path,
 * most plain records with their id.
 *
 * @param tape as reading left it when it met the fault
 */
export function salvageRecordId(tape: Tape): string | undefined {
  if (tape.length === 0 || !tape.isObject(0)) return undefined;
  for (let key = 1; key + 1 < tape.length; key = tape.nextOf(key + 1)) {
    const id = readId(tape, key);
    if (id !== undefined) return id;
    // A container that was never closed: its end was not known when reading stopped.
    if (tape.endOf(key + 1) === tape.startOf(key + 1)) return undefined;
  }
  return undefined;
}
