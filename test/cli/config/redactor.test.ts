import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/cli/config/redactor.ts';

const SECRET = 'key+with/odd="chars"~71c2';

describe('the redactor', () => {
  test.each([
    ['as it is', SECRET],
    ['percent-encoded', 'key%2Bwith%2Fodd%3D%22chars%22~71c2'],
    ['escaped in JSON', 'key+with/odd=\\"chars\\"~71c2'],
    ['in Base64', 'a2V5K3dpdGgvb2RkPSJjaGFycyJ+NzFjMg=='],
  ])('masks a secret %s', (_spelling, text) => {
    const redactor = createRedactor([SECRET]);
    expect(redactor.redact(`before ${text} after`)).toBe('before *** after');
  });

  test('masks the longer of two secrets whole, whichever was added first', () => {
    const redactor = createRedactor(['abcd']);
    redactor.add('abcdefgh');
    expect(redactor.redact('abcdefgh abcd')).toBe('*** ***');
  });

  test.each([undefined, '', 'abc'])('leaves text alone for %j, which is no secret', (secret) => {
    expect(createRedactor([secret]).redact('abc')).toBe('abc');
  });

  test.each([
    ['GET /?account_id=1&auth_key=unknown42&q=x', 'GET /?account_id=1&auth_key=***&q=x'],
    ['acct_auth=unknown42', 'acct_auth=***'],
    ['Authorization: Bearer unknown42', 'Authorization: Bearer ***'],
    ['authorization: unknown42', 'authorization: ***'],
    ['{"auth-key=unknown42"}', '{"auth-key=***"}'],
    ['https://user:unknown42@proxy.example/a?b=c:d@e', 'https://user:***@proxy.example/a?b=c:d@e'],
    ['http://127.0.0.1:4747/search?q=a@b', 'http://127.0.0.1:4747/search?q=a@b'],
  ])('masks what stands where secrets are carried: %s', (text, masked) => {
    expect(createRedactor().redact(text)).toBe(masked);
  });
});
