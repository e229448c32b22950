import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { renderRehearsal } from '../../../../src/cli/commands/rehearse/rehearse-output.ts';
import type { AnswerSummary } from '../../../../src/rehearse/observation.ts';
import type { RehearsalReport } from '../../../../src/rehearse/report/rehearsal-report.ts';

const OLD = `"${'a'.repeat(58)}"`;
const NEW = `"${'b'.repeat(58)}"`;

function observed(total: number): AnswerSummary {
  return { total, products: [], facets: new Map(), isRelaxed: false, correctedTo: null };
}

const report: RehearsalReport = {
  top: 10,
  isCompared: true,
  queries: [
    {
      name: 'lamp',
      query: { kind: 'search', text: 'lamp', parameters: [], weight: 1 } as never,
      verdict: 'moved',
      answer: { before: observed(2), after: observed(1) },
      moves: [],
      facets: [],
      checks: [],
      blame: [{ id: 'SF-9', kind: 'changed', line: 7, attributes: [{ name: 'title', old: OLD, new: NEW }] }],
    },
  ],
  summary: {
    queries: 1,
    failed: 0,
    inconclusive: 0,
    moved: 1,
    failedBefore: 0,
    zeroResults: { after: 0 },
    relaxed: { after: 0 },
    corrected: { after: 0 },
    facetValuesLost: 0,
  },
};

async function shownAt(columns: number, isTty: boolean): Promise<string> {
  const shown = renderRehearsal({ source: 'feed.jsonl', queries: 'golden.yaml', report }, 'text');
  return String(await shown.forPeople({ stream: new Writable(), isTty, columns, color: false }));
}

test('values behind a move are whole where the terminal has room for them', async () => {
  expect(await shownAt(200, true)).toContain(`SF-9, line 7: title ${OLD} -> ${NEW}`);
});

test.each([
  [80, true],
  [200, false],
])('at %i columns (terminal: %s) their beginnings are shown', async (columns, isTty) => {
  // Where the line ends lies between two words.
  expect((await shownAt(columns, isTty)).replace(/\n +/g, ' ')).toContain(
    `SF-9, line 7: title ${OLD.slice(0, 32)}… -> ${NEW.slice(0, 32)}…`,
  );
});
