import type { BriefCall as RequestLine } from '../../../protocol/control-documents.ts';
import { type LiveEvent, listen } from '../frame/live.ts';
import { call } from '../frame/service.ts';
import { createState } from '../frame/state.ts';

/** As many as the service itself keeps. */
export const KEPT_LINES = 1_000;

/** The latest calls, newest first. */
export const requestLines = createState<readonly RequestLine[]>([]);
export const requestsState = createState<'loading' | 'here' | Error>('loading');

/** Fills the list, and keeps it up to date from now on. */
export function startRequests(): void {
  listen(take);
  void reload();
}

async function reload(): Promise<void> {
  try {
    const { requests } = await call<{ requests: RequestLine[] }>('requests?format=brief');
    // Events that arrived during this request stay on top.
    const stored = new Set(requests.map(({ id }) => id));
    const live = requestLines.value.filter(({ id }) => !stored.has(id));
    requestLines.value = [...live, ...requests.reverse()].slice(0, KEPT_LINES);
    requestsState.value = 'here';
  } catch (error) {
    requestsState.value = error as Error;
  }
}

function take(events: readonly LiveEvent[]): void {
  const lines: RequestLine[] = [];
  for (const { type, data } of events) {
    if (type === 'new' && data.kind === 'request') lines.push(toLine(data));
    if (type === 'resync') {
      lines.length = 0;
      requestLines.value = [];
      void reload();
    }
  }
  if (lines.length > 0) requestLines.value = [...lines.reverse(), ...requestLines.value].slice(0, KEPT_LINES);
}

/** The event says shorter what the list says. */
function toLine({ path, ms, ...rest }: Record<string, unknown>): RequestLine {
  return { ...rest, url: path, elapsedMs: ms } as RequestLine;
}
