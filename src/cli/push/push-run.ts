import { planOnly, push } from '../../delivery/push/push.ts';
import { emptyReport, type PushReport } from '../../delivery/push/push-report.ts';
import type { Spool } from '../../delivery/spool.ts';
import { isTerminalState } from '../../protocol/job.ts';
import type { CatalogFolder } from '../../state/catalog-folder.ts';
import { PARTS_FOLDER, readRun } from '../../state/push-run.ts';
import { type CatalogService, withCatalogService } from '../catalog-service.ts';
import type { CommandContext } from '../context.ts';
import { convertedFile } from '../convert/converted-file.ts';
import { refuseStdinTwice } from '../delta/file-operands.ts';
import { operationsFile } from '../operations-file.ts';
import { spoolOf } from '../spool.ts';
import { buildPushContext, type PushFlags } from './push-setup.ts';

/** Pushes under the catalog's lock; what came of it is printed however it ends. */
export async function runPush(context: CommandContext, source: string, given: PushFlags): Promise<number> {
  refuseStdinTwice([source, given.base ?? '']);
  const spool = spoolOf(context);
  try {
    const place = (named: string) => operationsFile(context, named, given.inputFormat, spool);
    const file =
      given.from === undefined ? await place(source) : await convertedFile(context, source, given, spool);
    const flags = given.base === undefined ? given : { ...given, base: await place(given.base) };
    return await withCatalogService(context, async (service) => {
      const asked = { service, spool, source, file, flags };
      return flags.dryRun
        ? await dryRun(context, await service.state.look(), asked)
        : await pushLocked(context, asked);
    });
  } finally {
    await spool.clear();
  }
}

/** What was asked for, and what it is done with. */
interface AskedPush {
  service: CatalogService;
  spool: Spool;
  /** As the user named it. */
  source: string;
  file: string;
  flags: PushFlags;
}

async function pushLocked(
  context: CommandContext,
  { service, spool, source, file, flags }: AskedPush,
): Promise<number> {
  const report = emptyReport();
  let isDone = false;
  try {
    await service.state.withLock(async (folder, ledger) => {
      const places = { folder, spool, partsFolder: folder.file(PARTS_FOLDER) };
      const asked = { source, file, flags, report };
      await push(await buildPushContext(context, { ...service, ledger }, places, asked));
    });
    isDone = true;
    return 0;
  } finally {
    sayWhatGoesOn(context, report, isDone);
    if (isDone || report.accepted.state !== 'no') await print(context.output, service, source, report);
  }
}

/** After an interruption: what the service continues with, and how it is picked up. */
function sayWhatGoesOn(context: CommandContext, report: PushReport, isDone: boolean): void {
  if (isDone || !context.signal.aborted) return;
  const { accepted, applied, searchable } = report;
  const seen = [accepted, applied, searchable].flatMap(({ jobs = [] }) => jobs);
  const lastSeen = new Map(seen.map(({ id, status }) => [id, status]));
  const going = [...lastSeen].filter(([, status]) => !isTerminalState(status)).map(([id]) => id);
  context.output.warn(
    `${going.length > 0 ? `the service continues with job ${going.join(', ')}; ` : ''}the next brctl push resumes this one`,
  );
}

async function dryRun(
  context: CommandContext,
  folder: CatalogFolder,
  { service, spool, source, file, flags }: AskedPush,
): Promise<number> {
  if ((await readRun(folder)) !== undefined) {
    context.output.warn('an earlier push was interrupted: a push would finish that one first');
  }
  const report = emptyReport();
  const partsFolder = spool.fileName('.parts');
  const planned = await planOnly(
    await buildPushContext(context, service, { folder, spool, partsFolder }, { source, file, flags, report }),
  );
  await print(context.output, service, source, report, planned.bodies);
  return 0;
}

/** What prints is loaded when there is something to print: the service is not kept waiting for it. */
async function print(...what: Parameters<typeof import('../output/push.ts').printPush>): Promise<void> {
  const { printPush } = await import('../output/push.ts');
  await printPush(...what);
}
