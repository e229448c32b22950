import { LIMITS } from '../../protocol/limits.ts';

/** The first character that is not a control character; JSON holds those before it only escaped. */
const FIRST_PRINTABLE = 0x20;

/**
 * What is wrong with the id of a record, variant or view: it is 1 to 64 characters long (doc: public-facts B4), and none
 * of them is a control character (assumption: no feed means one, and no URL, log or table shows it).
 *
 * @param what the word for what has the id
 * @returns undefined for a sound id
 */
export function idProblem(what: string, id: string): { code: string; message: string } | undefined {
  const { min, max } = LIMITS.idCharacters;
  if (id.length < min || (id.length > max && characterCount(id) > max)) {
    const message = `a ${what} id is ${min} to ${max} characters long, instead got ${characterCount(id)}`;
    return { code: 'id.length', message };
  }
  const control = controlCharacter(id);
  if (control === undefined) return undefined;
  const shown = `U+${control.toString(16).toUpperCase().padStart(4, '0')}`;
  return { code: 'id.control', message: `a ${what} id contains the control character ${shown}` };
}

/** Characters, not UTF-16 units. */
function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function controlCharacter(text: string): number | undefined {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < FIRST_PRINTABLE) return unit;
  }
  return undefined;
}
