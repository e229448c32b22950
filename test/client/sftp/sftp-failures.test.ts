import { describe, expect, test } from 'vitest';
import { toConnectFailure } from '../../../src/client/sftp/sftp-failures.ts';

const to = { host: 'sftp.example', port: 22, user: 'lighting_en' };

describe('a failure to connect', () => {
  test.each([
    ['getConnection: All configured authentication methods failed', 'config', 'sftp.login_refused'],
    ['getConnection: Failed to connect to agent', 'config', 'sftp.no_agent'],
    ['getConnection: Handshake failed: no matching cipher', 'config', 'sftp.no_common_algorithm'],
    ['getConnection: read ECONNRESET', 'temporary', 'sftp.connection_failed'],
  ])('%s is %s, %s', (message, kind, code) => {
    expect(toConnectFailure(new Error(message), to)).toMatchObject({ kind, code });
  });

  test('says why without the name of a function', () => {
    const { details } = toConnectFailure(new Error('getConnection: read ECONNRESET'), to);
    expect(details.why).toBe('read ECONNRESET');
  });
});
