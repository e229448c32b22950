import { isCount, isObjectOf, isOneOf, isText, parseShape, type Validator } from '../../base/json/shape.ts';
import type { CatalogContent } from '../../protocol/control-documents.ts';
import type { HttpTransport } from './http.ts';

export interface CatalogState {
  stored?: CatalogContent;
  /** The published state. */
  published?: CatalogContent;
}

const SCHEMA = 'brctl.catalog-state/1';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** It is on this machine; the first time after a full load it reads the whole catalog before it answers. */
const TIMEOUT_MS = 60_000;

export function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname);
}

/** State of a catalog of a local `brctl serve`, requested without a key; undefined elsewhere (docs/reference/serve.md). */
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
  const { stored, published } = parseShape(text, isState) ?? {};
  if (stored === undefined || published === undefined) return undefined;
  return { ...(stored && { stored }), ...(published && { published }) };
}

const isContent = isObjectOf({ version: isCount, digest: isText, records: isCount });
const isContentOrNone: Validator<CatalogContent | null> = (value): value is CatalogContent | null =>
  value === null || isContent(value);
const isState = isObjectOf({ schema: isOneOf(SCHEMA), stored: isContentOrNone, published: isContentOrNone });
