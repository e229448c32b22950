import { expect, test } from 'vitest';
import { printExplanation } from '../../../src/cli/output/explain.ts';
import type { ExplainDocument } from '../../../src/protocol/explanation.ts';

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

async function textOf(document: ExplainDocument): Promise<string> {
  let text = '';
  const output = {
    result: async (_document: unknown, describe: (to: object) => string) => {
      text = describe({ isTerminal: false });
    },
  };
  await printExplanation(output as never, document);
  return text;
}

test.each([
  [0.8, 'behind SF-2 by 0.80: its sofa counts more'],
  [0.005, 'behind SF-2 by 0.01: its sofa counts more'],
  [0.0049, 'behind SF-2 by less than 0.01: its sofa counts more'],
])('a lead of %d is never said to be none', async (lead, line) => {
  const decision = { by: 'score', part: 'word', word: 'sofa', lead } as never;
  const above = { id: 'SF-2', score: 1.5 + lead, decision } as never;
  expect(await textOf({ ...SHOWN, above })).toContain(line);
});
