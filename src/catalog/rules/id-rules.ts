import { LIMITS } from '../../protocol/limits.ts';

/** The first character that is not a control character; JSON holds those before it only escaped. */
const FIRST_PRINTABLE = 0x20;

/** The first character past ASCII: all from here on are treated alike, by their bytes too. */
export const FIRST_PAST_ASCII = 0x80;

const MAX_UTF8_BYTES = 4;

/** An id of this many bytes of UTF-8 has neither too few nor too many characters. */
export const ID_BYTES = {
  min: (LIMITS.idCharacters.min - 1) * MAX_UTF8_BYTES + 1,
  max: LIMITS.idCharacters.max,
} as const;

/** May the character of this code be in an id? No control character may (assumption: no feed means one, and no URL, log or table shows it). */
export function isIdCharacter(code: number): boolean {
  return code >= FIRST_PRINTABLE;
}

/**
 * Problem of the id of a record, variant or view: it is 1 to 64 characters long (doc: public-facts B4), of those that
 * `isIdCharacter` takes. The kernel of this room goes by these two rules as well.
 *
 * @param what the word for what has the id
 * @returns undefined for a sound id
 */
export function findIdProblem(what: string, id: string): { code: string; message: string } | undefined {
  const { min, max } = LIMITS.idCharacters;
  if (id.length < min * 2 || id.length > max) {
    const count = countCharacters(id);
    if (count < min || count > max) {
      const message = `${what} ids have ${min} to ${max} characters; this one has ${count}`;
      return { code: 'id.length', message };
    }
  }
  const refused = findRefusedCharacter(id);
  if (refused === undefined) return undefined;
  const code = `U+${refused.toString(16).toUpperCase().padStart(4, '0')}`;
  return { code: 'id.control', message: `a ${what} id contains the control character ${code}` };
}

/** Characters, not UTF-16 units. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function findRefusedCharacter(text: string): number | undefined {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (!isIdCharacter(unit)) return unit;
  }
  return undefined;
}
