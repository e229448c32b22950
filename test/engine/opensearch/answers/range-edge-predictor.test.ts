import { describe, expect, it } from 'vitest';
import {
  isSame,
  RangeEdgePredictor,
} from '../../../../src/engine/opensearch/answers/range-edge-predictor.ts';

const WIDE = Float64Array.of(0, 200, 400);
const NARROW = Float64Array.of(100, 110, 120);

describe('likely edges', () => {
  it('are those that were found before, by field', () => {
    const likely = new RangeEdgePredictor();
    likely.note('price', WIDE);
    expect([likely.of('price'), likely.of('rating')]).toEqual([WIDE, undefined]);
  });

  it('stay while most searches find them', () => {
    const likely = new RangeEdgePredictor();
    for (const edges of [WIDE, WIDE, NARROW]) likely.note('price', edges);
    expect(likely.of('price')).toEqual(WIDE);
  });

  it('give way once others are found more often, however often they were found before', () => {
    const likely = new RangeEdgePredictor();
    for (let at = 0; at < 100; at++) likely.note('price', WIDE);
    for (let at = 0; at < 8; at++) likely.note('price', NARROW);
    expect(likely.of('price')).toEqual(NARROW);
  });

  it('are the same edge for edge', () => {
    const same = [
      undefined,
      Float64Array.of(0, 200),
      Float64Array.of(0, 200, 401),
      Float64Array.of(0, 200, 400),
    ];
    expect(same.map((edges) => isSame(edges, WIDE))).toEqual([false, false, false, true]);
  });
});
