import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomically } from '../../atomic-file.ts';
import { localServiceFile } from '../../config/local.ts';
import type { EmulatorOptions, LogTarget } from '../../emulator/emulator-options.ts';
import type { Emulator } from '../../emulator/server.ts';
import type { ServeFlags } from '../commands/serve.command.ts';
import type { CommandContext } from '../context.ts';
import { printReady, readyDocument } from '../output/serve.ts';
import { runCommand } from './run-command.ts';
import { planServe, type ServePlan } from './serve-plan.ts';

/** Starts what the flags and the configuration say, tells where it is, and serves until a signal or the command's end. */
export async function runServe(context: CommandContext, flags: ServeFlags, version: string): Promise<number> {
  const plan = await planServe(context, flags);
  const readyFile = flags.readyFile === undefined ? undefined : path.resolve(context.cwd, flags.readyFile);
  // One from an earlier run would say ready too soon.
  if (readyFile !== undefined) await rm(readyFile, { force: true });
  const emulators: Emulator[] = [];
  const written: string[] = [];
  try {
    const { startEmulator } = await import('../../emulator/server.ts');
    const log = logTarget(context, plan);
    for (const options of plan.instances) emulators.push(await startEmulator({ ...options, log, version }));
    written.push(...(await writeReadyFiles(context, plan, emulators, readyFile)));
    await printReadyLine(context, flags, plan, emulators);
    return await serve(context, flags, emulators);
  } finally {
    await Promise.allSettled(emulators.map((emulator) => emulator.stop()));
    await Promise.all(written.map((file) => rm(file, { force: true })));
  }
}

/** Without `--log` only what went wrong is told. */
function logTarget(context: CommandContext, { log }: ServePlan): LogTarget {
  const { stream } = context.io.stderr;
  const level = context.globals.verbose ? 'debug' : log === null ? 'warn' : 'info';
  return { format: log ?? 'human', level, writeLine: (line) => void stream.write(`${line}\n`) };
}

/** Writes the files that tell where the service is. @returns those that are to go when it ends */
async function writeReadyFiles(
  context: CommandContext,
  plan: ServePlan,
  emulators: readonly Emulator[],
  readyFile: string | undefined,
): Promise<string[]> {
  const document = readyDocument(emulators.map(({ ready }) => ready));
  if (readyFile !== undefined) await writeKeyFile(readyFile, document);
  const passing = readyFile === undefined ? [] : [readyFile];
  const local = emulators.find(({ ready }) => ready.env.BRCTL_ENV === 'local');
  if (!plan.isLocal || local === undefined) return passing;
  const localFile = localServiceFile(context.paths);
  await writeKeyFile(localFile, local.ready);
  // Keys that are kept stay good for the next start; those in memory are gone with it.
  return plan.inMemory ? [...passing, localFile] : passing;
}

async function printReadyLine(
  { output }: CommandContext,
  flags: ServeFlags,
  plan: ServePlan,
  emulators: readonly Emulator[],
): Promise<void> {
  // The command's own result is what stdout is for then.
  if (flags.exec !== undefined) return;
  const document = readyDocument(emulators.map(({ ready }) => ready));
  // Not through the redactor: the keys of the local service are what the reader is to paste.
  await output.bytes(output.json ? `${JSON.stringify(document)}\n` : printReady(document, dataOf(plan)));
}

function dataOf({ instances }: ServePlan): string {
  return (instances[0] as EmulatorOptions).dataDir ?? 'in memory';
}

async function writeKeyFile(file: string, document: object): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomically(file, `${JSON.stringify(document)}\n`, 0o600);
}

async function serve(
  context: CommandContext,
  flags: ServeFlags,
  emulators: readonly Emulator[],
): Promise<number> {
  const [first] = emulators;
  if (flags.exec !== undefined && first !== undefined) {
    return await runCommand(flags.exec, { ...context.env, ...first.ready.env }, context);
  }
  await aborted(context.signal);
  return 0;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
