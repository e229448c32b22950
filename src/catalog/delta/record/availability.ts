import { KIND, type Tape } from '../../../base/json/tape.ts';
import { isNamed } from '../../../base/json/text.ts';
import type { RecordLine } from './record-line.ts';

/** The value node of an object's member, the last of that name; -1 where there is none. */
function memberOf(tape: Tape, object: number, name: string): number {
  if (object < 0 || !tape.isObject(object)) return -1;
  const end = tape.nextOf(object);
  let found = -1;
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
    if (isNamed(tape, key, name)) found = key + 1;
  }
  return found;
}

/** Node of the record's attribute `availability`; -1 where there is none. */
function availabilityOf({ tape, value }: RecordLine): number {
  return memberOf(tape, memberOf(tape, value, 'attributes'), 'availability');
}

/** What an operation sets so that a record is unavailable. */
export interface Unavailability {
  /** A byte string, as the record's. */
  path: string;
  value: string;
  /** Node of what is there before; -1 where nothing is. */
  oldNode: number;
}

/** The attribute alone; all attributes where they are no object, because an operation cannot go below that. */
export function unavailabilityOf(line: RecordLine): Unavailability {
  const { tape, value, path } = line;
  const attributes = memberOf(tape, value, 'attributes');
  if (attributes >= 0 && !tape.isObject(attributes)) {
    return { path: `${path}/attributes`, value: '{"availability":false}', oldNode: attributes };
  }
  return { path: `${path}/attributes/availability`, value: 'false', oldNode: availabilityOf(line) };
}

/** Is the attribute `availability` of the record false already? */
export function isUnavailable(line: RecordLine): boolean {
  const availability = availabilityOf(line);
  return availability >= 0 && line.tape.kindOf(availability) === KIND.false;
}
