import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/cli/config/redactor.ts';
import { toGuardReport } from '../../../src/cli/shared/guard-messages.ts';

const { redact } = createRedactor(['s3cret-key']);

test('what guards said is told in sentences, without what was refused', () => {
  const told = toGuardReport(
    {
      jobId: 'job-1',
      because: undefined,
      guards: [
        { code: 'guard.shrink', verdict: 'passed', found: { kind: 'size', before: 20, after: 21 } },
        { code: 'guard.empty', verdict: 'refused', found: { kind: 'empty', missing: 'remove' } },
      ],
    },
    redact,
  );
  expect(told).toEqual({
    guards: [{ code: 'guard.shrink', verdict: 'passed', why: '21 products after 20' }],
  });
});

test('a secret in a reason or an id is masked', () => {
  const told = toGuardReport(
    {
      jobId: 'job-1',
      because: 'agreed with s3cret-key',
      guards: [
        {
          code: 'guard.unavailable',
          verdict: 'allowed',
          found: { kind: 'unavailable', unavailable: 9, before: 20, usual: 4 },
          examples: ['p1', 'x s3cret-key'],
          lines: [1, 7],
        },
      ],
    },
    redact,
  );
  expect(told.because).toBe('agreed with ***');
  expect(told.guards?.[0]).toMatchObject({ verdict: 'allowed', examples: ['p1', 'x ***'], lines: [1, 7] });
});
