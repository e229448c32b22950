import type { SearchSettings } from '../../../engine/engine.ts';
import type { Boost } from '../../../engine/query/model.ts';
import { syntaxError } from '../../../engine/query/syntax-error.ts';
import { parsedParameter, type QueryParameters } from './query-parameter.ts';

/**
 * Reads `segment` and looks up what its values raise. A segment without a setting changes nothing, an empty one is
 * an error (spec: C rule 4; doc: public-facts C10). A second one is ignored, and told (`leniences.ts`).
 * @throws Refusal `invalid_parameter`
 */
export function readSegmentBoosts(
  parameters: QueryParameters,
  boosts: SearchSettings['segmentBoosts'],
): readonly Boost[] {
  const texts = parameters.getAll('segment');
  const [text] = texts;
  if (text === undefined) return [];
  const { name, values } = parsedParameter('segment', text, parseSegment);
  return values.flatMap((value) => {
    const key = `${name}:${value}`;
    const own = Object.hasOwn(boosts, key) ? (boosts[key] ?? []) : [];
    return own.map(({ field, value: wanted, weight }) => ({
      by: { kind: 'test' as const, field, test: { kind: 'value' as const, value: wanted } },
      weight,
    }));
  });
}

interface Segment {
  name: string;
  /** Several values may be joined by commas within one segment (doc: public-facts C10). */
  values: string[];
}

/** `<segment_name>:<segment_value>`; the value may hold colons, an empty one is an error (spec: C rule 4). @throws BrctlError */
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
