import { createState } from './state.ts';

/** How the page hears of what happens. */
export const liveState = createState<'connecting' | 'live' | 'paused' | 'lost'>('connecting');

/** Event: a call that ended, a job, a catalog or the clock that changed, or a resync. */
export type LiveEvent = { type: 'new' | 'update' | 'stats' | 'resync'; data: Record<string, unknown> };

const listeners = new Set<(events: readonly LiveEvent[]) => void>();
let source: EventSource | undefined;
let waiting: LiveEvent[] = [];
let isFlushScheduled = false;

/** @param listener told of what happened since the last frame, in order @returns ends it */
export function listen(listener: (events: readonly LiveEvent[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Listens while the page can be seen; one that is hidden costs the service nothing, and looks at everything anew later. */
export function startLive(): void {
  document.addEventListener('visibilitychange', () => (document.hidden ? pause() : connect(true)));
  if (!document.hidden) connect(false);
}

function connect(wasAway: boolean): void {
  if (source !== undefined) return;
  source = new EventSource('/_brctl/events');
  for (const type of ['new', 'update', 'stats', 'resync'] as const)
    source.addEventListener(type, (event) => hear({ type, data: JSON.parse(event.data) }));
  let isAgain = wasAway;
  source.onopen = () => {
    liveState.value = 'live';
    if (isAgain) hear({ type: 'resync', data: {} });
    isAgain = false;
  };
  source.onerror = () => {
    liveState.value = 'lost';
    // The browser tries again by itself, unless the answer was none of events.
    if (source?.readyState === EventSource.CLOSED) setTimeout(reconnect, 2_000);
  };
}

function reconnect(): void {
  source = undefined;
  if (!document.hidden) connect(true);
}

function pause(): void {
  source?.close();
  source = undefined;
  liveState.value = 'paused';
}

/** Tells all that listen, at most once a frame, however many events come; also of what this page did itself. */
export function hear(event: LiveEvent): void {
  waiting.push(event);
  if (isFlushScheduled) return;
  isFlushScheduled = true;
  requestAnimationFrame(() => {
    const events = waiting;
    waiting = [];
    isFlushScheduled = false;
    for (const listener of listeners) listener(events);
  });
}
