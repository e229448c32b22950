import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/cli/config/redactor.ts';
import { toGuardReport } from '../../../src/client/delivery/push/guard-verdict.ts';

const { redact } = createRedactor(['s3cret-key']);

test('what guards said is told in sentences, without what was refused', () => {
  const told = toGuardReport(
    {
      because: undefined,
      guards: [
        { code: 'guard.shrink', verdict: 'passed', why: '21 products after 20' },
        { code: 'guard.empty', verdict: 'refused', why: 'empty' },
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
      because: 'agreed with s3cret-key',
      guards: [
        {
          code: 'guard.unavailable',
          verdict: 'allowed',
          why: '9 of 20',
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
