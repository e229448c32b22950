import { Findings } from '../findings/findings.ts';
import type { LineKernel } from '../kernel/line-kernel.ts';
import type { TouchedSink } from '../output/touched-products.ts';
import { NEW, OLD } from '../side.ts';
import type { ByteSource } from '../source/byte-source.ts';
import type { DiffRun, RunSettings } from './diff-run.ts';
import { IdLog } from './id-log.ts';
import { LineWindow } from './line-window.ts';
import type { Pace } from './pace.ts';
import { PendingTable } from './pending-table.ts';

/** A pass over two catalogs that has not begun; operations go to `touched` as they are found. */
export function newRun(
  settings: RunSettings,
  sources: readonly [ByteSource, ByteSource],
  kernel: LineKernel,
  touched: TouchedSink,
  pace: Pace,
): DiffRun {
  const { maxProblems, ...rest } = settings;
  return {
    ...rest,
    kernel,
    windows: [
      new LineWindow(OLD, sources[OLD], kernel, pace),
      new LineWindow(NEW, sources[NEW], kernel, pace),
    ],
    pending: new PendingTable(kernel),
    idLog: new IdLog(),
    findings: new Findings(maxProblems),
    touched,
    counts: { records: [0, 0], unchanged: 0, changed: 0, added: 0, removed: 0 },
  };
}
