import { expect, test, vi } from 'vitest';
import { ServiceClock } from '../../../../src/server/service/control/clock.ts';

function machine() {
  const time = { nowMs: 1_000 };
  return { time, clock: new ServiceClock(() => time.nowMs) };
}

test('the service goes by the time of the machine', () => {
  const { time, clock } = machine();
  time.nowMs += 5;
  expect(clock.now()).toBe(1_005);
});

test('a frozen clock stands still and goes on from where it stood', () => {
  const { time, clock } = machine();
  clock.freeze();
  time.nowMs += 100;
  expect([clock.frozen, clock.now()]).toEqual([true, 1_000]);
  clock.unfreeze();
  time.nowMs += 1;
  expect([clock.frozen, clock.now()]).toEqual([false, 1_001]);
});

test('a clock that was set runs on from there', () => {
  const { time, clock } = machine();
  clock.set(50_000);
  time.nowMs += 7;
  expect(clock.now()).toBe(50_007);
});

test('a frozen clock can be advanced', () => {
  const { time, clock } = machine();
  clock.freeze();
  clock.advance(30);
  time.nowMs += 999;
  expect(clock.now()).toBe(1_030);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1, 253_402_300_800_000])(
  'no clock is set to %d, and the time stays what it was',
  (ms) => {
    const { clock } = machine();
    expect(() => clock.set(ms)).toThrow('1970 to 9999');
    expect(() => clock.advance(ms === -1 ? -1_001 : ms)).toThrow('1970 to 9999');
    expect(clock.now()).toBe(1_000);
  },
);

test('reset goes back to the time of the machine', () => {
  const { clock } = machine();
  clock.freeze();
  clock.advance(30);
  clock.reset();
  expect([clock.frozen, clock.now()]).toEqual([false, 1_000]);
});

test('every move is told, until the listener leaves', () => {
  const { clock } = machine();
  const listener = vi.fn();
  const leave = clock.onMove(listener);
  clock.set(5);
  clock.advance(5);
  leave();
  clock.advance(5);
  expect(listener).toHaveBeenCalledTimes(2);
});
