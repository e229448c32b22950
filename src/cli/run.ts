import { CommanderError } from 'commander';
import { BrctlError, isStopped } from '../base/errors.ts';
import { createRedactor } from './config/redactor.ts';
import { secretsIn } from './config/secrets.ts';
import type { World } from './context.ts';
import { exitCodeOf } from './exit-codes.ts';
import type { Frame } from './frame.ts';
import { isClosedPipe } from './io.ts';
import { asBrctlError } from './output/errors.ts';
import { createOutput } from './output/output.ts';
import { createProgram, createWholeProgram } from './program.ts';
import { asUsageError } from './usage-error.ts';

/** Runs one command line. Never throws: everything that goes wrong becomes a report on stderr and an exit code. */
export async function run(argv: readonly string[], world: World): Promise<number> {
  const frame: Frame = {
    world,
    argv,
    exitCode: 0,
    commandName: 'brctl',
    context: undefined,
    newProgram: () => createWholeProgram(frame),
  };
  try {
    const program = createProgram(frame, argv[0]);
    if (argv.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync([...argv], { from: 'user' });
    // A command that ends by a signal as it should (serve) gives the exit code itself and needs no report.
    const needsReport = world.signal.aborted && frame.exitCode === 0;
    return needsReport ? await report(world.signal.reason, argv, frame) : frame.exitCode;
  } catch (thrown) {
    return await report(thrown, argv, frame);
  }
}

async function report(thrown: unknown, argv: readonly string[], frame: Frame): Promise<number> {
  if (isClosedPipe(thrown)) return 0;
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
  const { signal } = frame.world;
  // What an abort breaks off fails in many ways; the reason is the signal.
  const error = signal.aborted
    ? asInterruption(thrown, signal.reason)
    : thrown instanceof CommanderError
      ? asUsageError(thrown, frame.commandName)
      : asBrctlError(thrown);
  const output = frame.context?.output ?? plainOutput(argv, frame);
  await output.error(error, frame.commandName);
  return exitCodeOf(error.kind);
}

/** Work that was interrupted may have told what continues without it. */
function asInterruption(thrown: unknown, reason: unknown): BrctlError {
  return thrown instanceof BrctlError && isStopped(thrown) ? thrown : asBrctlError(reason);
}

/** For command lines that were refused before a command began. */
function plainOutput(argv: readonly string[], { world }: Frame) {
  const options = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  const json = options.includes('--json');
  const annotations = world.env.GITHUB_ACTIONS === 'true';
  return createOutput(
    world.io,
    { json, quiet: false, verbosity: 0, maxErrors: 20, annotations, now: world.now },
    createRedactor(secretsIn(world.env)),
  );
}
