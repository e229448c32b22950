import type { CatalogContent } from '../../protocol/control-documents.ts';
import type { HttpTransport } from './http.ts';

export interface CatalogState {
  stored?: CatalogContent;
  /** What searches are answered from. */
  published?: CatalogContent;
}

const SCHEMA = 'brctl.catalog-state/1';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** It is on this machine; the first time after a full load it reads the whole catalog before it answers. */
const TIMEOUT_MS = 60_000;

export function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** What a local `brctl serve` holds, asked without a key; undefined elsewhere (docs/reference/serve.md). */
export async function readCatalogState(
  transport: HttpTransport,
  catalogUrl: string,
  catalog: string,
  signal: AbortSignal,
): Promise<CatalogState | undefined> {
  if (!isLoopback(catalogUrl)) return undefined;
  const url = `${new URL(catalogUrl).origin}/_brctl/catalogs/${encodeURIComponent(catalog)}/state`;
  try {
    const answer = await transport({ method: 'GET', url, headers: {}, timeoutMs: TIMEOUT_MS, signal });
    return answer.status === 200 ? parseState(answer.text) : undefined;
  } catch {
    signal.throwIfAborted();
    // A service that does not answer here fails the next request too, which reports it in full.
    return undefined;
  }
}

function parseState(text: string): CatalogState | undefined {
  let body: { schema?: unknown; stored?: unknown; published?: unknown } | null;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (body?.schema !== SCHEMA) return undefined;
  const stored = contentIn(body.stored);
  const published = contentIn(body.published);
  return { ...(stored && { stored }), ...(published && { published }) };
}

function contentIn(value: unknown): CatalogContent | undefined {
  const { version, digest, records } = (value ?? {}) as Partial<CatalogContent>;
  const isSound =
    typeof version === 'number' && typeof digest === 'string' && digest !== '' && typeof records === 'number';
  return isSound ? { version, digest, records } : undefined;
}
