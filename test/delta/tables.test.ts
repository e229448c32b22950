import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOTH_SIDES, IdLog, sideBit } from '../../src/delta/join/id-log.ts';
import { PendingTable } from '../../src/delta/join/pending-table.ts';
import { JsKernel } from '../../src/delta/kernel/js-kernel.ts';
import { NEW, OLD } from '../../src/delta/side.ts';

const plain = new JsKernel(1);

/** Few different fingerprints, near each other, so that they collide in the table. */
const fingerprint = fc.tuple(
  fc.integer({ min: 0, max: 3 }).map((low) => low * 4),
  fc.integer({ min: 0, max: 20 }).map((high) => high * 50_000_000),
);

describe('the table of pending lines', () => {
  it('behaves as a map from fingerprints to lines', () => {
    void fc.assert(
      fc.property(
        fc.array(fc.tuple(fingerprint, fc.boolean(), fc.nat(2 ** 40)), { maxLength: 200 }),
        (steps) => {
          const table = new PendingTable(plain, 8);
          const model = new Map<string, number>();
          for (const [[low, high], adds, position] of steps) {
            const key = `${low} ${high}`;
            const slot = table.find(low, high);
            expect(table.isEmpty(slot)).toBe(!model.has(key));
            if (model.has(key)) {
              expect(table.positionAt(slot)).toBe(model.get(key));
              if (!adds) {
                table.remove(slot);
                model.delete(key);
              }
            } else if (adds) {
              table.put(slot, low, high, { side: NEW, hashLow: 1, hashHigh: 2, position, lengthBytes: 1400 });
              model.set(key, position);
            }
            expect(table.count).toBe(model.size);
          }
          const left: number[] = [];
          table.forEach((_low, _high, side, position) => {
            expect(side).toBe(NEW);
            left.push(position);
          });
          expect(left.sort()).toEqual([...model.values()].sort());
        },
      ),
    );
  });

  it('keeps positions past 4 GB', () => {
    const table = new PendingTable(plain);
    const position = 5_000_000_000_123;
    table.put(table.find(8, 9), 8, 9, { side: OLD, hashLow: 1, hashHigh: 2, position, lengthBytes: 1400 });
    expect(table.positionAt(table.find(8, 9))).toBe(position);
    expect(table.hasHash(table.find(8, 9), 1, 2)).toBe(true);
    expect(table.sideAt(table.find(8, 9))).toBe(OLD);
  });

  it.each([
    [1, 64],
    [64, 64],
    [1400, 1408],
    [5_000_000, 65_535 * 64],
  ])('tells of a line of %i bytes that %i hold it, up to 4 MiB', (lengthBytes, told) => {
    const table = new PendingTable(plain);
    const position = 2 ** 46;
    table.put(table.find(8, 9), 8, 9, { side: OLD, hashLow: 1, hashHigh: 2, position, lengthBytes });
    expect(table.lengthAt(table.find(8, 9))).toBe(told);
    expect(table.positionAt(table.find(8, 9))).toBe(position);
  });
});

describe('the log of ids', () => {
  const filled = () => {
    const log = new IdLog();
    for (let id = 1; id < 5000; id++) log.add(id * 4, Math.imul(id, 0x9e3779b1), BOTH_SIDES);
    return log;
  };

  it('finds no duplicate among different ids, or in one of each catalog', () => {
    const log = filled();
    log.add(4, 7, sideBit(OLD));
    log.add(4, 7, sideBit(NEW));
    expect(log.hasDuplicates()).toBe(false);
  });

  it.each([
    ['twice in one catalog', sideBit(OLD), sideBit(OLD)],
    ['in both and again in one', BOTH_SIDES, sideBit(NEW)],
    ['twice in both', BOTH_SIDES, BOTH_SIDES],
  ])('finds an id that is %s', (_, first, second) => {
    const log = filled();
    log.add(4, 7, first);
    log.add(4, 7, second);
    expect(log.hasDuplicates()).toBe(true);
  });
});
