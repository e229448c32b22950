import { BrctlError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/wording/amounts.ts';

const HINT = 'brctl local bundle -o incident.tgz writes one';

/** @param place the file, and the place in it */
export function damagedIncident(place: string, why: string, cause?: unknown): BrctlError {
  return new BrctlError('the incident bundle is damaged, or is none', {
    kind: 'input',
    code: 'incident.damaged',
    file: place,
    why,
    hint: 'take it again from where it was made: it may have been cut on its way',
    cause,
  });
}

export function incidentNotFound(file: string, why: string, cause: unknown): BrctlError {
  return new BrctlError('the incident bundle cannot be opened', {
    kind: 'not-found',
    code: 'incident.not_found',
    file,
    why,
    hint: HINT,
    cause,
  });
}

export function newerIncident(file: string, schema: string, known: string): BrctlError {
  return new BrctlError('the incident bundle was made by a newer brctl', {
    kind: 'input',
    code: 'incident.newer',
    file,
    why: `it has the format ${schema}, this brctl knows ${known}`,
    hint: 'update brctl',
  });
}

export function incidentTooLarge(file: string, name: string, bytes: number, maxBytes: number): BrctlError {
  const [has, most] = [bytes, maxBytes].map(formatCount);
  return new BrctlError('the incident bundle is too large', {
    kind: 'input',
    code: 'incident.too_large',
    file,
    why: `${name} has ${has} bytes, at most ${most} are read`,
    hint: HINT,
  });
}

/** @param expected undefined where nothing more should come */
export function unexpectedEntry(file: string, name: string, expected: string | undefined): BrctlError {
  return new BrctlError('this is not an incident bundle', {
    kind: 'input',
    code: 'incident.unexpected',
    file,
    why: `it holds ${JSON.stringify(name.slice(0, 200))} where ${expected ?? 'nothing more'} should be`,
    hint: HINT,
  });
}
