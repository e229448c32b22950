import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { renderRehearsal } from '../../../../src/cli/commands/rehearse/rehearse-output.ts';
import type { AnswerSummary } from '../../../../src/rehearse/observation.ts';
import type { RehearsalReport } from '../../../../src/rehearse/rehearse.ts';

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

const failed: RehearsalReport = {
  ...report,
  queries: report.queries.map((query) => ({
    ...query,
    verdict: 'failed',
    checks: [{ kind: 'ids', verdict: 'failed', why: 'SF-9 is not found' } as never],
  })),
  summary: { ...report.summary, failed: 1 },
};

async function reportAs(format: 'markdown' | 'junit' | 'html'): Promise<string> {
  const shown = renderRehearsal({ source: 'feed.jsonl', queries: 'golden.yaml', report: failed }, format);
  return String(await shown.forPeople({ stream: new Writable(), isTty: false, columns: 80, color: false }));
}

test('a report as Markdown has the figures, and failed queries unfolded', async () => {
  const text = await reportAs('markdown');
  expect(text).toContain('### brctl: rehearsal of `feed.jsonl` with `golden.yaml`\n');
  expect(text).toContain('| queries | 1: 1 failed, 0 unclear, 1 moved in their first 10 |');
  expect(text).toContain('<details open><summary>failed: lamp, 2 -&gt; 1 found</summary>');
  expect(text).toContain('- **fails** SF-9 is not found\n');
});

test('a report as JUnit has a test case a query', async () => {
  const text = await reportAs('junit');
  expect(text).toContain('<testsuites name="brctl rehearse" tests="1" failures="1" errors="0" skipped="0">');
  expect(text).toContain('<testcase classname="golden.yaml" name="lamp">');
  expect(text).toContain(
    '<failure type="ids" message="SF-9 is not found">2 -&gt; 1 found\nfails: SF-9 is not found',
  );
});

test('a report as a page has the queries by their verdict', async () => {
  const text = await reportAs('html');
  expect(text).toContain('<h1>Rehearsal of feed.jsonl with golden.yaml</h1>');
  expect(text).toContain(
    '<tr><th scope="row">queries</th><td>1: 1 failed, 0 unclear, 1 moved in their first 10</td></tr>',
  );
  expect(text).toContain('<summary><strong>lamp</strong> failed: 2 -&gt; 1 found</summary>');
  expect(text).toContain('<li><strong>fails</strong> SF-9 is not found</li>');
});
