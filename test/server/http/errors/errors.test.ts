import fastify from 'fastify';
import { expect, test } from 'vitest';
import { BrctlError, type ErrorKind } from '../../../../src/base/errors.ts';
import { answerErrors } from '../../../../src/server/http/errors/errors.ts';
import type { Instance } from '../../../../src/server/instance.ts';
import { silentLog } from '../../../../src/server/service/control/log.ts';

test.each<[ErrorKind, number, string]>([
  ['not-found', 400, 'unknown_file'],
  ['temporary', 503, 'unavailable'],
  ['usage', 501, 'not_emulated'],
  ['unexpected', 500, 'internal_error'],
])('an error of the kind %s is answered with %i', async (kind, status, code) => {
  const app = fastify();
  answerErrors(app, { log: silentLog } as Instance);
  app.get('/_brctl/x', async () => {
    throw new BrctlError('what failed', { kind, code: 'a.code' });
  });
  const answer = await app.inject('/_brctl/x');
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({ error: { code, message: 'what failed' } });
  await app.close();
});
