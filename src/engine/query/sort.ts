import type { SortKey } from './model.ts';
import { complexityError, syntaxError } from './syntax-error.ts';

/** Keys of one sort (assumption). */
const MAX_KEYS = 16;
const KEY = /^(?<field>\S(?:.*\S)?)\s+(?<direction>asc|desc)$/i;

/**
 * Reads `price asc,title desc`; the first key counts most (doc: public-facts C5). An empty text is not a sort at all.
 *
 * @throws BrctlError `query.syntax` or `query.too_complex`
 */
export function parseSort(text: string): SortKey[] {
  if (text.trim() === '') return [];
  const parts = text.split(',');
  if (parts.length > MAX_KEYS) throw complexityError('sort keys', MAX_KEYS);
  let offset = 0;
  return parts.map((part) => {
    const key = readKey(text, part, offset);
    offset += part.length + 1;
    return key;
  });
}

function readKey(text: string, part: string, offset: number): SortKey {
  const groups = KEY.exec(part.trim())?.groups;
  if (!groups?.field || /["():\p{Cc}]/u.test(groups.field))
    throw syntaxError(text, offset, 'Expected a field and asc or desc');
  return { field: groups.field, direction: groups.direction?.toLowerCase() === 'asc' ? 'asc' : 'desc' };
}
