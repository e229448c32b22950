import { decodeHTMLStrict } from 'entities';
import { remembering } from './remembering.ts';

const ENTITY = /&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;
const NO_CHARACTER = '\ufffd';

const decode = remembering((entity) => decodeHTMLStrict(entity));

/** The character of an entity's name, undefined for one that HTML does not have. */
export function namedCharacter(name: string): string | undefined {
  const entity = `&${name};`;
  const character = decode(entity);
  return character === entity ? undefined : character;
}

/** Decodes entities by name and by number; what is none stays as it is. */
export function decodeEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity) => {
    const character = decode(entity);
    return character === NO_CHARACTER ? entity : character;
  });
}
