import { syntaxError } from './syntax-error.ts';

export interface Segment {
  name: string;
  /** Several values may be joined by commas within one segment (doc: public-facts C10). */
  values: string[];
}

/**
 * Reads `segment`: `<segment_name>:<segment_value>`; the value may hold colons, an empty one is an error (spec: C rule 4).
 *
 * @throws BrctlError `query.syntax`
 */
export function parseSegment(text: string): Segment {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).trim();
  const values = text
    .slice(colon + 1)
    .split(',')
    .map((value) => value.trim());
  if (text.trim() === '') throw syntaxError(text, 0, 'Expected a segment, or no segment parameter at all,');
  if (name === '') throw syntaxError(text, 0, 'Expected <segment_name>:<segment_value>');
  if (values.includes('')) throw syntaxError(text, colon, 'Expected a segment value after the colon');
  return { name, values };
}
