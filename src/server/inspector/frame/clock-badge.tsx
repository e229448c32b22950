import { useEffect } from 'preact/hooks';
import { duration } from '../parts/format.ts';
import { writeAddress } from './address.ts';
import { listen } from './live.ts';
import { call } from './service.ts';
import { state, useStates } from './state.ts';

export interface ClockState {
  now: string;
  frozen: boolean;
}

/** What the badge says; empty for a clock that nobody has moved. */
const badge = state('');

/** A clock is moved, not just read late, from here on. */
const MIN_MOVED_MS = 5_000;

const DAY_MS = 86_400_000;

function distance(ms: number): string {
  return ms < DAY_MS ? duration(ms) : `${Math.round(ms / DAY_MS)} d`;
}

/** Takes note of the service's clock as it was just read. */
export function noteClock({ now, frozen }: ClockState): void {
  const movedMs = Date.parse(now) - Date.now();
  const isMoved = Math.abs(movedMs) >= MIN_MOVED_MS;
  const moved = isMoved ? ` ${movedMs > 0 ? '+' : '−'}${distance(Math.abs(movedMs))}` : '';
  badge.value = frozen ? `clock frozen${moved}` : isMoved ? `clock${moved}` : '';
}

/** Says on every tab that the service's clock is not this machine's. */
export function ClockBadge() {
  useStates(badge);
  useEffect(() => {
    const read = () => call<ClockState>('clock').then(noteClock, () => undefined);
    void read();
    return listen((events) => {
      if (events.some(({ type }) => type === 'stats' || type === 'resync')) void read();
    });
  }, []);
  if (badge.value === '') return null;
  return (
    <a class="mark warn" href={writeAddress('faults')}>
      {badge.value}
    </a>
  );
}
