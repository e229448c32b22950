import { BrctlError } from '../../base/errors.ts';

/**
 * A filter, sort or facet parameter that cannot be read. The message names the position, counted in characters
 * from 1, and what was expected there; `code` is `query.syntax`.
 */
export function syntaxError(text: string, offset: number, expected: string): BrctlError {
  const column = offset + 1;
  return new BrctlError(`${expected} at character ${column} of ${excerpt(text, offset)}`, {
    kind: 'input',
    code: 'query.syntax',
    column,
    why: expected,
    hint: 'Write a filter as field:"value", field:"a" OR "b" or field:[10 TO 50].',
  });
}

/** A parameter that reads well but asks for more than one request may; `code` is `query.too_complex`. */
export function complexityError(what: string, limit: number): BrctlError {
  return new BrctlError(`Too many ${what}: at most ${limit} are answered in one request`, {
    kind: 'input',
    code: 'query.too_complex',
    hint: 'Split the request, or filter by fewer values.',
  });
}

const EXCERPT_CHARACTERS = 60;

/** The text around an offset, short enough for a message and free of line breaks. */
function excerpt(text: string, offset: number): string {
  const start = Math.max(0, offset - EXCERPT_CHARACTERS / 2);
  const piece = text.slice(start, start + EXCERPT_CHARACTERS).replace(/\p{Cc}/gu, ' ');
  return `${start > 0 ? '…' : ''}${piece}${start + EXCERPT_CHARACTERS < text.length ? '…' : ''}`;
}
