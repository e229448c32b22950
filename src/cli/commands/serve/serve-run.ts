import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { RunTempFiles } from '../../../base/files/run-files.ts';
import type { CatalogToLoad, EmulatorOptions, Role } from '../../../server/emulator-options.ts';
import type { FrontEnd } from '../../../server/front-end.ts';
import type { Emulator } from '../../../server/server.ts';
import type { LogTarget } from '../../../server/service/control/log.ts';
import { isDiscoverable } from '../../config/local.ts';
import type { CommandContext } from '../../context.ts';
import { exitCodeOf } from '../../exit-codes.ts';
import { asBrctlError } from '../../output/errors.ts';
import { createRunFilesFor, detectOperations } from '../../shared/operations-file.ts';
import { formatRequest, type LocalRequest } from '../../shared/request-line.ts';
import type { ServeFlags } from '../../shared/serve-flags.ts';
import { clearReadyFile, printReady, toReadyDocument, writeReadyFiles } from './ready-files.ts';
import { runCommand } from './run-command.ts';
import { planServe, type ServePlan } from './serve-plan.ts';

/** Starts what the flags and the configuration say, tells where it is, and serves until a signal or the command's end. */
export async function runServe(context: CommandContext, flags: ServeFlags): Promise<number> {
  const plan = await planServe(context, flags);
  warnOfOtherMachines(context, plan);
  const readyFile = flags.readyFile === undefined ? undefined : path.resolve(context.cwd, flags.readyFile);
  if (readyFile !== undefined) await clearReadyFile(readyFile);
  const emulators: RunningService[] = [];
  const written: string[] = [];
  const runFiles = createRunFilesFor(context);
  try {
    const start = await chooseStarter(plan.role);
    const { version } = context;
    const log = createLogTarget(context, plan);
    const load = await listOperations(context, plan.instances[0]?.load ?? [], runFiles);
    for (const options of plan.instances) emulators.push(await start({ ...options, load, log, version }));
    await runFiles.clear();
    const ready = emulators.map((emulator) => emulator.ready);
    written.push(...(await writeReadyFiles(context, plan, ready, readyFile)));
    await printReadyLine(context, flags, plan, toReadyDocument(ready));
    return await serve(context, flags, plan, emulators);
  } finally {
    const stoppingAtMs = performance.now();
    await runFiles.clear();
    await Promise.allSettled(emulators.map((emulator) => emulator.stop()));
    await Promise.all(written.map((file) => rm(file, { force: true })));
    await endThreads(context, emulators, stoppingAtMs);
  }
}

/** Catalogs to load as files of operations: plain records are made so. */
async function listOperations(
  context: CommandContext,
  loads: readonly CatalogToLoad[],
  runFiles: RunTempFiles,
): Promise<CatalogToLoad[]> {
  return await Promise.all(
    loads.map(async ({ catalog, files }) => ({
      catalog,
      files: await Promise.all(files.map((file) => detectOperations(context, file, runFiles))),
    })),
  );
}

type RunningService = Pick<Emulator | FrontEnd, 'ready' | 'events' | 'threadsEnded' | 'stop'>;

async function chooseStarter(role: Role): Promise<(options: EmulatorOptions) => Promise<RunningService>> {
  if (role === 'search') return (await import('../../../server/front-end.ts')).startFrontEnd;
  const { startEmulator } = await import('../../../server/server.ts');
  return (options) => startEmulator({ ...options, role });
}

/** Time in which a signal ends the process, whatever its threads are at. */
const END_MS = 900;

/** A thread in a long step of the database would hold up the end of the process; a signal does not wait for it. */
async function endThreads(
  { endBySignal }: CommandContext,
  emulators: readonly RunningService[],
  stoppingAtMs: number,
): Promise<void> {
  const timer = setTimeout(endBySignal, stoppingAtMs + END_MS - performance.now());
  await Promise.all(emulators.map((emulator) => emulator.threadsEnded()));
  clearTimeout(timer);
}

function warnOfOtherMachines({ output }: CommandContext, { instances }: ServePlan): void {
  const host = instances[0]?.host ?? '127.0.0.1';
  if (/^(127\.|::1$|localhost$)/.test(host)) return;
  output.warn(
    `other machines can reach this service at ${host}; control calls are accepted from this machine only`,
  );
}

/** Without `--log` only what went wrong is told. */
function createLogTarget(context: CommandContext, { log }: ServePlan): LogTarget {
  const { stream } = context.io.stderr;
  const level = context.globals.verbosity > 0 ? 'debug' : log === null ? 'warn' : 'info';
  return { format: log ?? 'human', level, writeLine: (line) => void stream.write(`${line}\n`) };
}

async function printReadyLine(
  { output }: CommandContext,
  flags: ServeFlags,
  plan: ServePlan,
  document: ReturnType<typeof toReadyDocument>,
): Promise<void> {
  // The command's own result is what stdout is for then.
  if (flags.exec !== undefined) return;
  const showsKeys = flags.printEnv === true;
  // Not through the redactor: the keys of the local service are what the reader is to paste.
  await output.bytes(
    output.json
      ? `${JSON.stringify(document)}\n`
      : printReady(document, describeData(plan), output.stdout, showsKeys),
  );
  if (!output.stdout.isTty) return;
  const isFound = plan.instances.every(({ environment }) => plan.isFound && isDiscoverable(environment));
  if (!showsKeys)
    output.note(
      isFound
        ? 'other terminals find it by its environment; --print-env prints its variables'
        : 'for brctl in another terminal, start with --print-env and paste its lines',
    );
  else if (!isFound) output.note('to use brctl in another terminal, paste these lines there first');
}

function describeData({ instances, role }: ServePlan): string {
  if (role === 'search') return 'in the cluster';
  return (instances[0] as EmulatorOptions).dataDir ?? 'in memory';
}

async function serve(
  context: CommandContext,
  flags: ServeFlags,
  plan: ServePlan,
  emulators: readonly RunningService[],
): Promise<number> {
  const [first] = emulators;
  if (flags.exec !== undefined && first !== undefined) {
    return await runCommand(flags.exec, { ...context.env, ...first.ready.env }, context);
  }
  const ends = showCalls(context, plan, emulators);
  if (!context.signal.aborted) await once(context.signal, 'abort');
  for (const end of ends) end();
  if (context.output.stdout.isTty) context.output.note('stopping');
  return exitCodeOf(asBrctlError(context.signal.reason).kind);
}

/**
 * On a terminal, a line for each call that ends, SFTP included; what `--log` writes, and a script reads, is left alone.
 * @returns what ends it
 */
function showCalls(
  { io: { stderr }, globals }: CommandContext,
  { log }: ServePlan,
  emulators: readonly RunningService[],
): (() => void)[] {
  if (log !== null || !stderr.isTty || globals.quiet) return [];
  return emulators.map(({ events }) =>
    events.read((event) => {
      const calls = event
        .filter(({ type }) => type === 'new')
        // An event `new` is a call of the log, in short.
        .map(({ data }) => data as unknown as LocalRequest);
      stderr.stream.write(
        calls.map((call) => `${formatRequest(call, stderr.color, stderr.columns)}\n`).join(''),
      );
    }),
  );
}
