import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, isLive, line, type Target, target } from './target.ts';

let service: Target;
beforeAll(async () => {
  service = await target();
});
afterAll(() => service.stop());

const indexes = () => `/accounts/${service.accountId}/catalogs/${service.catalog}/indexes`;
const found = async () => {
  const url = new URL(service.emulator?.ready.searchUrl ?? '');
  const { BRCTL_AUTH_KEY: key } = service.emulator?.ready.env ?? {};
  url.search = `account_id=4242&auth_key=${key}&domain_key=lighting_en&request_type=search&search_type=keyword&q=*&fl=pid&url=u`;
  const answer = await fetch(url);
  return answer.status === 200
    ? ((await answer.json()) as { response: { numFound: number } }).response.numFound
    : answer.status;
};

describe('POST …/indexes (not confirmed live)', () => {
  test('needs no body, and takes an empty one with any content type', async () => {
    await service.ended(await service.send('PUT', line('a')));
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const answer = await service.call('POST', indexes(), '', headers as Record<string, string>);
      expect(answer.status).toBe(200);
      const job = await service.ended(answer);
      expect(job).toMatchObject({ type: 'index update', catalog_name: service.catalog });
      expect(['success', 'skipped']).toContain(job.status);
    }
  });

  test.skipIf(isLive)('makes loads searchable, which they are not before', async () => {
    await service.ended(await service.send('PUT', line('a') + line('b')));
    await service.ended(await service.call('POST', indexes()));
    expect(await found()).toBe(2);
    await service.ended(await service.send('PATCH', line('c')));
    expect(await found()).toBe(2);
    await service.ended(await service.call('POST', indexes()));
    expect(await found()).toBe(3);
  });

  test.skipIf(isLive)('a failed load leaves what is searchable as it was', async () => {
    await service.ended(await service.send('PUT', line('a') + line('b')));
    await service.ended(await service.call('POST', indexes()));
    const load = await service.send('PUT', `${line('x')}oops\n`);
    const index = await service.call('POST', indexes());
    expect((await service.ended(load)).status).toBe('failed');
    expect((await service.ended(index)).status).toBe('success');
    expect(await found()).toBe(2);
  });

  test.skipIf(isLive)('succeeds when nothing has changed, and says so beside the record', async () => {
    await service.ended(await service.call('POST', indexes()));
    const job = await service.ended(await service.call('POST', indexes()));
    expect(job.status).toBe('success');
    expect(job.started_at).not.toBeNull();
    expect(job.stopped_at).not.toBeNull();
    expect((await service.why(job)).message).toMatch(/^nothing has changed since version \d+ was published$/);
  });

  test.skipIf(isLive)('is skipped when nothing has changed, if the service is set so', async () => {
    const skipping = await target({ indexNoop: 'skipped' });
    try {
      await skipping.ended(await skipping.send('PUT', line('a')));
      await skipping.ended(await skipping.call('POST', indexes()));
      const job = await skipping.ended(await skipping.call('POST', indexes()));
      expect(job).toMatchObject({ status: 'skipped', started_at: null });
      expect(job.stopped_at).not.toBeNull();
    } finally {
      await skipping.stop();
    }
  });

  test('answers 404 for a catalog that is not there', async () => {
    const answer = await service.call('POST', `/accounts/${service.accountId}/catalogs/nowhere/indexes`);
    expect(answer.status).toBe(404);
    expect(answer.json.details[0]).toMatchObject({
      class: 'error',
      detail: expect.stringContaining('nowhere'),
    });
  });
});

describe('GET jobs/{id} (not confirmed live)', () => {
  test.skipIf(isLive).each([
    ['success', line('a')],
    ['failed', 'oops\n'],
  ])('has the eight documented members and no other, of a job that ended %s', async (status, body) => {
    const { json } = await service.send('PUT', body);
    const job = await service.ended({ json } as Answer);
    expect(Object.keys(job).sort()).toEqual([
      'account_id',
      'catalog_name',
      'created_at',
      'id',
      'started_at',
      'status',
      'stopped_at',
      'type',
    ]);
    expect(job).toMatchObject({ status, account_id: 4242, type: 'ingest full' });
    const { headers } = await service.call('GET', `/jobs/${job.id}`);
    expect(headers.get('x-brctl-reason')).toBe(status === 'failed' ? `/_brctl/jobs/${job.id}` : null);
  });

  test('answers 404 for a job that is not there', async () => {
    const answer = await service.call('GET', '/jobs/5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a');
    expect(answer.status).toBe(404);
    expect(answer.json.details[0]).toMatchObject({ title: 'Unknown job', class: 'error' });
  });

  test('answers 401 without a valid key', async () => {
    const answer = await service.call('GET', '/jobs/x', undefined, { authorization: 'Bearer wrong' });
    expect(answer.status).toBe(401);
  });

  test.skipIf(isLive)('shows a job in every state on its way', async () => {
    const slow = await target({ jobDelayMs: 1_500 });
    try {
      const answer = await slow.send('PUT', line('a'));
      const queued = await slow.call('GET', `/jobs/${answer.json.jobId}`);
      expect(queued.json).toMatchObject({ status: 'queued', started_at: null, stopped_at: null });
      expect((await slow.ended(answer)).status).toBe('success');
    } finally {
      await slow.stop();
    }
  });
});
