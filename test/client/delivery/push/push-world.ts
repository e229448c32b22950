import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createRunFiles } from '../../../../src/base/files/run-files.ts';
import { push } from '../../../../src/client/delivery/push/push.ts';
import type {
  JobFindings,
  PushContext,
  PushOptions,
} from '../../../../src/client/delivery/push/push-context.ts';
import { createReport, type PushReport } from '../../../../src/client/delivery/push/push-report.ts';
import { openLedger } from '../../../../src/client/state/ledger.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { ownedFolder } from '../../state/state-folder.ts';
import { FakeService } from './fake-service.ts';

/** What is forced to disk here, thousands of times, takes no time. */
const IN_MEMORY = '/dev/shm';

/** The process died: nothing works any more. */
export class Crash extends Error {}

/** A machine with its state folder and a service, on which pushes run and die. */
export class PushWorld {
  readonly folder = temporaryFolder(existsSync(IN_MEMORY) ? IN_MEMORY : undefined);
  readonly service = new FakeService();
  notes: string[] = [];
  /** What the service was told about loads. */
  told: JobFindings[] = [];

  /** Writes a catalog file of one record a line. */
  write(name: string, records: Record<string, object>): string {
    const file = path.join(this.folder, name);
    const lines = Object.entries(records).map(([id, attributes]) =>
      JSON.stringify({ op: 'add', path: `/products/${id}`, value: { attributes } }),
    );
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    return file;
  }

  /**
   * Pushes a file. With `dieAt` the process dies before its n-th touch of the world outside (service, ledger, state):
   * that touch and all later ones fail.
   */
  async push(
    file: string,
    options: Partial<PushOptions> = {},
    dieAt = Number.POSITIVE_INFINITY,
  ): Promise<PushReport> {
    const report = createReport();
    await push(await this.context(file, options, report, dieAt));
    return report;
  }

  async context(
    file: string,
    options: Partial<PushOptions>,
    report: PushReport,
    dieAt = Number.POSITIVE_INFINITY,
  ): Promise<PushContext> {
    let touches = 0;
    const mortal = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(object, name) {
          const member = object[name as keyof T];
          if (typeof member !== 'function' || name === 'file' || name === 'assertHeld') return member;
          return async (...all: unknown[]) => {
            if (++touches >= dieAt) throw new Crash();
            return await member.apply(object, all);
          };
        },
      });
    const stateDir = path.join(this.folder, 'state');
    const folder = await ownedFolder(
      stateDir,
      'staging',
      'lighting_en',
      (text) => void this.notes.push(text),
    );
    const api = mortal(this.service.api());
    return {
      options: {
        environment: 'staging',
        catalog: 'lighting_en',
        accountId: '4242',
        catalogUrl: 'http://service',
        source: path.basename(file),
        file,
        mode: 'auto',
        via: 'auto',
        missing: 'remove',
        split: false,
        maxOperations: 10_000,
        maxFileBytes: 1_000_000_000,
        maxProblems: 20,
        visibleMs: 330_000,
        guards: { firstLoad: true, allowShrink: false, allowRemovals: { share: 1 }, allowPriceChanges: true },
        verify: true,
        explains: false,
        ...options,
      },
      report,
      service: {
        api,
        readCatalogState: async () => this.service.state(),
        sendGuardReport: async (findings) => void this.told.push(findings),
        waitForJob: (id) => api.job(id),
        probe: async (ids) => ids.flatMap((id) => (this.service.published.has(id) ? [{ id }] : [])),
      },
      ledger: mortal(openLedger({ stateDir, now: () => new Date() })),
      folder: mortal(folder),
      partsFolder: folder.file('parts'),
      runFiles: createRunFiles({ tempDir: this.folder, host: 'shop', pid: 1, isProcessAlive: () => true }),
      stdin: Readable.from([]),
      timing: { now: () => new Date(), random: () => 0, sleep: async () => undefined },
      signal: new AbortController().signal,
      tempDir: this.folder,
      commandLineWith: (...more) => ['brctl', 'push', path.basename(file), ...more].join(' '),
      commandFor: (...words) => ['brctl', ...words].join(' '),
      onSending: () => undefined,
      onUnneeded: () => undefined,
      note: (text) => void this.notes.push(text),
      warn: (text) => void this.notes.push(text),
      step: (_label, work) => work(() => undefined),
    };
  }
}

/** Records with ids from `from` to `to`, told apart by their price. */
export function products(from: number, to: number, price = 1): Record<string, object> {
  return Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, at) => [
      `p${from + at}`,
      { title: `Lamp ${from + at}`, price, url: `https://shop.example/p/${from + at}` },
    ]),
  );
}
