import { setTimeout as wait } from 'node:timers/promises';
import type { startEmulator } from '../../src/server/server.ts';

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;

/** A client of the catalog area that follows the interface document literally: nothing of brctl's own client. */
export function bareClient(emulator: Emulator, catalog: string) {
  const { BRCTL_ACCOUNT_ID: accountId, BRCTL_API_KEY: apiKey, BRCTL_AUTH_KEY: authKey } = emulator.ready.env;
  const base = emulator.ready.catalogUrl;
  const authorization = { Authorization: `Bearer ${apiKey}` };

  async function send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Uint8Array<ArrayBuffer>,
  ) {
    const response = await fetch(base + path, {
      method,
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Polls to the end of a job. */
  async function finish(jobId: unknown): Promise<Record<string, unknown>> {
    const deadline = Date.now() + 120_000;
    for (;;) {
      const { body } = await send('GET', `/jobs/${jobId}`);
      if (['success', 'failed', 'skipped', 'killed'].includes(String(body.status))) return body;
      if (Date.now() > deadline) throw new Error(`job ${jobId} is still ${body.status}`);
      await wait(5);
    }
  }

  return {
    send,
    finish,
    load: (
      method: 'PUT' | 'PATCH',
      contentType: string,
      body: string | Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = {},
    ) =>
      send(
        method,
        `/accounts/${accountId}/catalogs/${catalog}/products`,
        { 'Content-Type': contentType, ...headers },
        body,
      ),
    index: () => send('POST', `/accounts/${accountId}/catalogs/${catalog}/indexes`),
    /** The stored catalog, one record a line. */
    async stored(): Promise<string> {
      const response = await fetch(`${new URL(base).origin}/_brctl/catalogs/${catalog}/records`);
      return await response.text();
    },
    async search(
      parameters: Record<string, string>,
    ): Promise<{ response: { numFound: number; docs: Record<string, unknown>[] }; facet_counts: unknown }> {
      const query = new URLSearchParams({
        account_id: String(accountId),
        auth_key: String(authKey),
        domain_key: catalog,
        request_type: 'search',
        search_type: 'keyword',
        fl: 'pid,title,price',
        _br_uid_2: 'uid=1:v=app:ts=1:hc=1',
        url: 'brctl.app',
        ref_url: '',
        request_id: '1',
        ...parameters,
      });
      const response = await fetch(`${emulator.ready.searchUrl}?${query}`);
      if (response.status !== 200)
        throw new Error(`search answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as never;
    },
  };
}
