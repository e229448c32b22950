import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { IdleSteps } from '../../../../src/engine/embedded/host/serve-searches.ts';

function* counting(taken: string[], name: string, steps: number): Generator<void> {
  for (let step = 1; step <= steps; step++) {
    taken.push(`${name}${step}`);
    yield;
  }
}

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await turn();
}

describe('IdleSteps', () => {
  it('takes one step a turn, so that other work comes between them', async () => {
    const taken: string[] = [];
    const steps = new IdleSteps();
    steps.start('lamps', counting(taken, 'a', 3));
    expect(taken).toEqual([]);
    setImmediate(() => taken.push('message'));
    await turns(6);
    expect(taken).toEqual(['a1', 'message', 'a2', 'a3']);
  });

  it('ends steps that were stopped, or started again under their name', async () => {
    const taken: string[] = [];
    const steps = new IdleSteps();
    steps.start('lamps', counting(taken, 'old', 9));
    steps.start('chairs', counting(taken, 'chairs', 9));
    await turns(1);
    steps.start('lamps', counting(taken, 'new', 2));
    steps.stop('chairs');
    await turns(8);
    expect(taken).toEqual(['old1', 'chairs1', 'new1', 'new2']);
  });

  it('ends steps at the first that fails', async () => {
    const taken: string[] = [];
    const steps = new IdleSteps();
    steps.start(
      'lamps',
      (function* (): Generator<void> {
        taken.push('first');
        yield;
        throw new Error('gone');
      })(),
    );
    await turns(5);
    expect(taken).toEqual(['first']);
  });
});
