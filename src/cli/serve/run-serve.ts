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
  try {
    const { startEmulator } = await import('../../emulator/server.ts');
    const log = logTarget(context, plan);
    for (const options of plan.instances) emulators.push(await startEmulator({ ...options, log, version }));
    await announce(context, flags, plan, emulators, readyFile);
    return await serve(context, flags, emulators);
  } finally {
    await Promise.allSettled(emulators.map((emulator) => emulator.stop()));
    if (readyFile !== undefined) await rm(readyFile, { force: true });
    if (plan.isLocal && plan.inMemory) await rm(localServiceFile(context.paths), { force: true });
  }
}

/** Without `--log` only what went wrong is told. */
function logTarget(context: CommandContext, { log }: ServePlan): LogTarget {
  const { stream } = context.io.stderr;
  const level = context.globals.verbose ? 'debug' : log === null ? 'warn' : 'info';
  return { format: log ?? 'human', level, writeLine: (line) => void stream.write(`${line}\n`) };
}

async function announce(
  context: CommandContext,
  flags: ServeFlags,
  plan: ServePlan,
  emulators: readonly Emulator[],
  readyFile: string | undefined,
): Promise<void> {
  const document = readyDocument(emulators.map(({ ready }) => ready));
  const line = `${JSON.stringify(document)}\n`;
  if (readyFile !== undefined) await writeKeyFile(readyFile, line);
  const local = emulators.find(({ ready }) => ready.env.BRCTL_ENV === 'local');
  if (plan.isLocal && local)
    await writeKeyFile(localServiceFile(context.paths), `${JSON.stringify(local.ready)}\n`);
  // Not through the redactor: the keys of the local service are what the reader is to paste.
  if (flags.exec === undefined)
    await context.output.bytes(context.output.json ? line : printReady(document, dataOf(plan)));
}

function dataOf({ instances }: ServePlan): string {
  return (instances[0] as EmulatorOptions).dataDir ?? 'in memory';
}

async function writeKeyFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomically(file, text, 0o600);
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
