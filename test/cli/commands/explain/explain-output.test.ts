import { expect, test } from 'vitest';
import { formatExplanation } from '../../../../src/cli/commands/explain/explain-output.ts';
import type { ExplainDocument } from '../../../../src/protocol/explanation.ts';

const SHOWN: Omit<ExplainDocument, 'above'> = {
  schema: 'brctl.explain/1',
  catalog: 'products_en',
  product: 'SF-9',
  title: 'Sofa',
  query: 'sofa',
  category: null,
  view_id: null,
  found: true,
  code: 'explain.found',
  gates: [],
  rank: 2,
  total: 2,
  start: 0,
  rows: 20,
  score: 1.5,
  parts: [],
  corrected_query: null,
  relaxed: false,
  views: [],
  variants: [],
  counterfactuals: [],
  index_version: 1,
};

function textOf(document: ExplainDocument, to = { isTty: false, columns: 80 }): string {
  return formatExplanation(document, { color: false, ...to } as never);
}

test.each([
  [0.8, 'behind SF-2 by 0.80: its sofa counts more'],
  [0.005, 'behind SF-2 by 0.01: its sofa counts more'],
  [0.0049, 'behind SF-2 by less than 0.01: its sofa counts more'],
])('a lead of %d is never said to be none', (lead, line) => {
  const decision = { by: 'score', part: 'word', word: 'sofa', lead } as never;
  const above = { id: 'SF-2', score: 1.5 + lead, decision } as never;
  expect(textOf({ ...SHOWN, above })).toContain(line);
});

test('a gate whose line is longer than the terminal goes on below its message, codes in one piece', () => {
  const message = 'sofa (stem sofa) is in none of its fields · grey: title, description';
  const gates = [{ gate: 'words', state: 'failed', code: 'explain.word_missing', message }] as const;
  const document = { ...SHOWN, rank: null, above: null, gates: [...gates] };
  expect(textOf(document, { isTty: true, columns: 80 }).split('\n').slice(1, -1)).toEqual([
    '✗ words    sofa (stem sofa) is in none of its fields · grey: title, description',
    '           explain.word_missing',
  ]);
  expect(textOf(document).split('\n').slice(1, -1)).toEqual([`✗ words    ${message}   explain.word_missing`]);
});
