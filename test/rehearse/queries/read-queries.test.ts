import { expect, test } from 'vitest';
import { BrctlError } from '../../../src/base/errors.ts';
import { readQueries } from '../../../src/rehearse/queries/read-queries.ts';

const YAML = `
- q: grey sofa
  fq: ['brand:"Acme"', 'price:[10 TO 50]']
  view_id: de
  weight: 120
  expect: { top: 5, ids: [SF-9, 4711], absent: OLD-1, minHits: 5 }
  judgments: { SF-9: 3, 4711: 1 }
  stable: 0.8
  note: best seller
- category: 100
`;

test('a list in YAML', () => {
  expect(readQueries(YAML, 'q.yaml')).toEqual([
    {
      kind: 'search',
      text: 'grey sofa',
      parameters: [
        ['fq', 'brand:"Acme"'],
        ['fq', 'price:[10 TO 50]'],
        ['view_id', 'de'],
      ],
      weight: 120,
      expect: { top: 5, ids: ['SF-9', '4711'], absent: ['OLD-1'], minHits: 5 },
      judgments: new Map([
        ['4711', 1],
        ['SF-9', 3],
      ]),
      stable: 0.8,
      note: 'best seller',
    },
    { kind: 'category', text: '100', parameters: [], weight: 1 },
  ]);
});

test('JSON Lines and a JSON list say the same', () => {
  const [first, second] = ['{"q":"sofa","weight":2}', '{"category":"100"}'];
  const expected = readQueries('- {q: sofa, weight: 2}\n- {category: "100"}\n', 'q.yaml');
  expect(readQueries(`${first}\n\n${second}\n`, 'q.jsonl')).toEqual(expected);
  expect(readQueries(`[${first},${second}]`, 'q.json')).toEqual(expected);
});

test.each([
  ['', 'queries.none'],
  ['[]', 'queries.none'],
  ['sofa', 'queries.no_list'],
  ['- sofa', 'queries.no_query'],
  ['- {q: sofa, category: "1"}', 'queries.what'],
  ['- {weight: 1}', 'queries.what'],
  ['- {q: sofa, expects: {}}', 'queries.unknown_key'],
  ['- {q: sofa, expect: {id: [a]}}', 'queries.unknown_key'],
  ['- {q: sofa, expect: [a]}', 'queries.expect'],
  ['- {q: sofa, expect: {top: 0}}', 'queries.value'],
  ['- {q: sofa, expect: {top: 1.5}}', 'queries.value'],
  ['- {q: sofa, expect: {ids: [true]}}', 'queries.value'],
  ['- {q: sofa, judgments: [a]}', 'queries.judgments'],
  ['- {q: sofa, judgments: {a: 0}}', 'queries.judgments'],
  ['- {q: sofa, judgments: {a: -1}}', 'queries.value'],
  ['- {q: sofa, stable: 2}', 'queries.value'],
  ['- {q: ""}', 'queries.value'],
  ['- {q: sofa', 'queries.unreadable'],
])('%s is refused', (text, code) => {
  const thrown = (() => {
    try {
      return readQueries(text, 'q.yaml');
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(BrctlError);
  expect(thrown).toMatchObject({ code, kind: 'input', details: { file: 'q.yaml' } });
});

test('what is wrong in JSON Lines is told by its line', () => {
  const read = () => readQueries('{"q":"sofa"}\n\n{"q":3.5}\n', 'q.jsonl');
  expect(read).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ line: 3, file: 'q.jsonl' }) }),
  );
});
