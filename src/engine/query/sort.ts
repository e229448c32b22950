import type { SortKey } from './model.ts';
import { syntaxError } from './syntax-error.ts';

const KEY = /^(?<field>\S(?:.*\S)?)\s+(?<direction>asc|desc)$/i;

/**
 * Reads `price asc,title desc`; the first key counts most (doc: public-facts C5). An empty text is no sort at all.
 *
 * @throws BrctlError `query.syntax`
 */
export function parseSort(text: string): SortKey[] {
  if (text.trim() === '') return [];
  let offset = 0;
  return text.split(',').map((part) => {
    const key = readKey(text, part, offset);
    offset += part.length + 1;
    return key;
  });
}

function readKey(text: string, part: string, offset: number): SortKey {
  const groups = KEY.exec(part.trim())?.groups;
  if (!groups?.field || /["():\p{Cc}]/u.test(groups.field)) {
    throw syntaxError(text, offset, 'Expected a field and asc or desc');
  }
  return { field: groups.field, direction: groups.direction?.toLowerCase() === 'asc' ? 'asc' : 'desc' };
}
