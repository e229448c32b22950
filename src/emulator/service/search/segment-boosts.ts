import type { SearchSettings } from '../../../engine/engine.ts';
import type { Boost } from '../../../engine/query/model.ts';
import { parseSegment } from '../../../engine/query/segment.ts';
import { invalidParameter, parsedParameter, type QueryParameters } from './query-parameter.ts';

/**
 * Reads `segment` and looks up what its values raise. A segment without a setting changes nothing; an empty or a second
 * one is an error (spec: C rule 4; doc: public-facts C10).
 *
 * @throws Refusal `invalid_parameter`
 */
export function readSegmentBoosts(
  parameters: QueryParameters,
  boosts: SearchSettings['segmentBoosts'],
): readonly Boost[] {
  const texts = parameters.getAll('segment');
  const [text] = texts;
  if (text === undefined) return [];
  if (texts.length > 1) throw invalidParameter('segment', 'segment can be given once');
  const { name, values } = parsedParameter('segment', text, parseSegment);
  return values.flatMap((value) => {
    const key = `${name}:${value}`;
    return Object.hasOwn(boosts, key) ? (boosts[key] ?? []) : [];
  });
}
