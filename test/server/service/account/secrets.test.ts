import { expect, test } from 'vitest';
import { createSecretMask, isKeyHeader } from '../../../../src/server/service/account/secrets.ts';

test.each(['auth_key', 'acct_auth', 'api_key', 'apiKey', 'access_token', 'client-secret', 'password'])(
  'what the parameter %s holds is masked, whosever key it is',
  (name) => {
    const mask = createSecretMask([]);
    expect(mask(`/api/v1/core/?q=key&${name}=CANARY-1%20x&rows=2`)).toBe(
      `/api/v1/core/?q=key&${name}=***&rows=2`,
    );
  },
);

test('other parameters stay as they are', () => {
  const url = '/api/v1/core/?q=api_key&fl=pid,token&url=x&_br_uid_2=uid%3D1';
  expect(createSecretMask([])(url)).toBe(url);
});

test.each([
  ['authorization', true],
  ['proxy-authorization', true],
  ['x-api-key', true],
  ['x-auth-token', true],
  ['set-cookie', true],
  ['user-agent', false],
  ['content-type', false],
  ['x-note', false],
])('the header %s carries a key: %s', (name, isKey) => {
  expect(isKeyHeader(name)).toBe(isKey);
});
