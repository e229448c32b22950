import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileInput } from '../../src/catalog/input.ts';
import { validateInput } from '../../src/catalog/validate.ts';

const FOLDER = new URL('../../fixtures/invalid/', import.meta.url);

/** What is wrong with each file: code, line, column. */
const EXPECTED: Readonly<Record<string, [code: string, line?: number, column?: number]>> = {
  'accented-category.jsonl': ['category.accented', 1, 138],
  'array-garbage.json': ['json.syntax', 2, 1],
  'array-never-ends.json': ['json.syntax', 1, 266],
  'array-no-comma.json': ['json.syntax', 2, 1],
  'attribute-name.jsonl': ['attribute.name', 2],
  'byte-order-mark.jsonl': ['file.byte_order_mark', 1, 1],
  'cut.jsonl': ['json.syntax', 2, 245],
  'cut.jsonl.gz': ['gzip.cut'],
  'deep.jsonl': ['json.depth', 1, 775],
  'duplicate-id.jsonl': ['catalog.duplicate_id', 3],
  'exclusion.jsonl': ['record.not_boolean', 1, 80],
  'garbage.jsonl.gz': ['gzip.garbage'],
  'invalid-utf8.jsonl': ['json.utf8', 1, 178],
  'leading-zero.jsonl': ['json.syntax', 1, 81],
  'long-id.jsonl': ['id.length', 1],
  'magic-only.jsonl.gz': ['gzip.cut'],
  'mixed-families.jsonl': ['operation.mixed_families', 2],
  'no-attributes.jsonl': ['record.no_attributes', 1, 42],
  'no-id.jsonl': ['operation.path_invalid', 1, 23],
  'no-path.jsonl': ['operation.path_missing', 1, 1],
  'no-trailer.jsonl.gz': ['gzip.cut'],
  'no-value.jsonl': ['operation.value_missing', 1, 1],
  'not-a-number.jsonl': ['json.syntax', 1, 80],
  'nul.jsonl': ['json.nul', 2, 68],
  'path-escape.jsonl': ['operation.path_invalid', 1, 23],
  'path-to-nothing.jsonl': ['operation.path_invalid', 1, 20],
  'raw-tab.jsonl': ['json.control', 1, 176],
  'reserved-word.jsonl': ['attribute.reserved', 1, 262],
  'single-quotes.jsonl': ['json.syntax', 1, 2],
  'surrogate-in-utf8.jsonl': ['json.utf8', 1, 177],
  'trailing-comma.jsonl': ['json.syntax', 1, 262],
  'two-values.jsonl': ['json.syntax', 1, 264],
  'unpaired-surrogate.jsonl': ['json.surrogate', 2, 267],
  'variants-array.jsonl': ['record.not_object', 1, 274],
  'wrong-checksum.jsonl.gz': ['gzip.damaged'],
  'wrong-op.jsonl': ['operation.op_unknown', 1, 7],
  'zeros.jsonl.gz': ['gzip.garbage'],
};

describe('every file of fixtures/invalid', () => {
  it('has an expectation', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  });

  it.each(Object.entries(EXPECTED))('%s is refused with its code and place', async (name, expected) => {
    const report = await validateInput(fileInput(new URL(name, FOLDER).pathname));
    const [first] = report.problems.filter(({ severity }) => severity === 'error');
    const [code, line, column] = expected;
    expect({ code: first?.code, line: first?.line, column: first?.column }).toEqual({ code, line, column });
  });
});
