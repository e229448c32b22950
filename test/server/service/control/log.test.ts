import { expect, test } from 'vitest';
import { createSecretMask } from '../../../../src/server/service/account/secrets.ts';
import { createLog } from '../../../../src/server/service/control/log.ts';
import { ACCOUNT } from '../../http/frame.ts';

function lines(format: 'json' | 'human', level: 'debug' | 'info' | 'warn' | 'error' = 'info') {
  const written: string[] = [];
  const log = createLog({
    format,
    level,
    writeLine: (line) => written.push(line),
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    fields: { environment: 'staging' },
    redact: createSecretMask([ACCOUNT]),
  });
  return { log, written };
}

test('a JSON line has time, level, event and fields', () => {
  const { log, written } = lines('json');
  log.info('job ended', { job: 'a', ms: 5 });
  expect(JSON.parse(written[0] ?? '')).toEqual({
    at: '2026-01-02T03:04:05.000Z',
    level: 'info',
    event: 'job ended',
    environment: 'staging',
    job: 'a',
    ms: 5,
  });
});

test('a line for people quotes what could forge a line', () => {
  const { log, written } = lines('human');
  log.warn('request', { url: '/a\n00:00:00 error forged', status: 200, absent: null });
  expect(written).toEqual([
    '03:04:05 warn  request environment=staging url="/a\\n00:00:00 error forged" status=200',
  ]);
});

test('what is below the level is not written', () => {
  const { log, written } = lines('json', 'warn');
  log.debug('a');
  log.info('b');
  log.warn('c');
  log.error('d');
  expect(written).toHaveLength(2);
});

test('no key reaches the log, whether as a value or in a query', () => {
  const { log, written } = lines('human');
  log.info('request', {
    url: `/api/v1/core/?auth_key=someone-elses&q=${ACCOUNT.apiKey}`,
    body: ACCOUNT.acctAuth,
  });
  expect(written[0]).not.toMatch(/someone-elses|of-the-test/);
  expect(written[0]).toContain('auth_key=***&q=***');
});
