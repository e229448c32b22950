import { describe, expect, it } from 'vitest';
import { Findings } from '../../../src/catalog/findings/findings.ts';

describe('Findings', () => {
  it('places what it keeps by line and column, in characters', () => {
    const findings = new Findings(20, 'f.jsonl');
    const bytes = Buffer.from('xx{"é":\n1}');
    findings.beginText({ bytes, start: 2, line: 7, column: 5 });
    findings.product = 'P';
    findings.error('a.b', 'first', { offset: bytes.indexOf(':'), pointer: '/x', hint: 'mend it' });
    findings.warning('a.c', 'second', { offset: bytes.indexOf('}') });
    findings.error('a.b', 'third');
    expect(findings.kept).toEqual([
      {
        severity: 'error',
        code: 'a.b',
        message: 'first',
        file: 'f.jsonl',
        line: 7,
        column: 9,
        product: 'P',
        pointer: '/x',
        hint: 'mend it',
      },
      {
        severity: 'warning',
        code: 'a.c',
        message: 'second',
        file: 'f.jsonl',
        line: 8,
        column: 2,
        product: 'P',
      },
      { severity: 'error', code: 'a.b', message: 'third', file: 'f.jsonl', line: 7, product: 'P' },
    ]);
  });

  it('keeps the first of each severity and counts all', () => {
    const findings = new Findings(2);
    for (let line = 1; line <= 5; line++) {
      findings.beginLine(line);
      findings.warning('w', 'warning');
      findings.error('e', 'error');
    }
    expect(findings.kept.map(({ severity, line }) => `${severity} ${line}`)).toEqual([
      'warning 1',
      'error 1',
      'warning 2',
      'error 2',
    ]);
    expect([findings.errors, findings.warnings]).toEqual([5, 5]);
    expect(findings.countByCode).toEqual(
      new Map([
        ['w', 5],
        ['e', 5],
      ]),
    );
  });

  it('forgets the product with the text', () => {
    const findings = new Findings();
    findings.product = 'P';
    findings.beginLine(3, 4);
    findings.error('e', 'error');
    expect(findings.kept).toEqual([{ severity: 'error', code: 'e', message: 'error', line: 3, column: 4 }]);
  });
});
