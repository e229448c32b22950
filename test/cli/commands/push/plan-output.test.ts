import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { NamedPlan } from '../../../../src/cli/commands/push/plan-output.ts';
import { renderPlan } from '../../../../src/cli/commands/push/plan-output.ts';

const OLD = '"a desk lamp of brass with a shade of green glass, first edition"';
const NEW = '"a desk lamp of brass with a shade of green glass, second edition"';

function linesAt(columns: number, isTty = true): string[] {
  const named: NamedPlan = {
    environment: 'local',
    catalog: 'products_en',
    source: 'new.jsonl',
    plan: {
      mode: 'delta',
      via: 'payload',
      why: 'nothing differs',
      missing: 'unavailable',
      products: 2,
      changes: {
        before: 2,
        after: 2,
        added: 0,
        changed: 1,
        removed: 0,
        unchanged: 1,
        newlyUnavailable: 0,
        newlyAvailable: 0,
        priceLeaps: 0,
        attributes: [{ name: 'title', products: 1, examples: [{ product: '10051', old: OLD, new: NEW }] }],
        examples: {
          added: [],
          changed: ['10051'],
          removed: [],
          newlyUnavailable: [],
          newlyAvailable: [],
          priceLeaps: [],
        },
      },
      carried: 0,
      losses: [],
      operations: 1,
      bytes: 90,
      jobs: 1,
      warnings: 0,
      problems: [],
      held: 'the catalog pushed at 2026-11-22T00:00:00Z',
      guards: [],
    },
  };
  const shown = renderPlan(named, { command: 'plan', format: 'text', requests: [], now: new Date(0) });
  const text = shown.forPeople({ stream: new Writable(), isTty, columns, color: false });
  return (text as string).split('\n');
}

test('a wide terminal shows whole values', () => {
  expect(linesAt(200)).toContain(`      10051       ${OLD} -> ${NEW}`);
});

test.each([80, 200])(
  'where there is no room, or no terminal of %i columns, values are shown around what differs',
  (columns) => {
    const [line = ''] = linesAt(columns, columns === 80).filter((one) => one.includes('10051'));
    expect(line).toMatch(/^ {6}10051 {7}….{1,25} -> ….{1,25}$/);
    expect(line.length).toBeLessThanOrEqual(80);
    expect(line).toContain('first');
    expect(line).toContain('second');
  },
);
