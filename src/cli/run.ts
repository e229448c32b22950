import { CommanderError } from 'commander';
import { BrctlError, isStopped } from '../base/errors.ts';
import { createRedactor } from './config/redactor.ts';
import { listSecrets } from './config/secrets.ts';
import type { World } from './context.ts';
import { EXIT_DIFFERENCES, exitCodeOf } from './exit-codes.ts';
import type { Frame } from './frame.ts';
import { isClosedPipe, StdoutLost, watchStream, writeText } from './io.ts';
import { asBrctlError } from './output/errors.ts';
import { createOutput, type Output } from './output/output.ts';
import { toSystemError } from './output/system-errors.ts';
import { createProgram, createWholeProgram } from './program.ts';
import { asUsageError } from './usage-error.ts';

/**
 * Runs one command line. Never throws: everything that goes wrong becomes a report on stderr and an exit code. The exit
 * code is that of the work, whatever becomes of stdout and stderr.
 */
export async function run(argv: readonly string[], world: World): Promise<number> {
  const frame: Frame = {
    world,
    argv,
    exitCode: 0,
    commandName: 'brctl',
    context: undefined,
    newProgram: () => createWholeProgram(frame),
  };
  const { stdout, stderr } = world.io;
  const failureOfStdout = watchStream(stdout.stream);
  watchStream(stderr.stream);
  const exitCode = await runCommand(frame);
  // The last write may still be on its way.
  for (const { stream } of [stdout, stderr])
    if (stream.writableLength > 0) await writeText(stream, '', world.signal);
  return await settleExitCode(exitCode, failureOfStdout(), frame);
}

async function runCommand(frame: Frame): Promise<number> {
  const { argv, world } = frame;
  try {
    const program = createProgram(frame, argv[0]);
    if (argv.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync([...argv], { from: 'user' });
    // A command that ends by a signal as it should (serve) gives the exit code itself and needs no report.
    const needsReport = world.signal.aborted && frame.exitCode === 0;
    return needsReport ? await report(world.signal.reason, frame) : frame.exitCode;
  } catch (thrown) {
    return await report(thrown, frame);
  }
}

/**
 * The one place that decides what an unwritable stdout means. A reader that went away (`| head`) is no failure. A full
 * disk makes a result that exists only there a failure; work that was done stays done, and must not be repeated.
 */
async function settleExitCode(exitCode: number, failure: Error | undefined, frame: Frame): Promise<number> {
  const isWell = exitCode === 0 || exitCode === EXIT_DIFFERENCES;
  if (failure === undefined || isClosedPipe(failure) || !isWell) return exitCode;
  const error = notPrintedError(failure);
  if (frame.isActing !== true) return await report(error, frame);
  getOutput(frame).warn(`the command has finished, but ${error.message}: ${error.details.why}`);
  return exitCode;
}

function notPrintedError(failure: Error): BrctlError {
  return new BrctlError('the result could not be written to stdout', {
    kind: 'temporary',
    code: 'output.not_written',
    why: toSystemError(failure)?.message ?? failure.message,
    hint: 'free some space, or send stdout elsewhere, and run it again',
    cause: failure,
  });
}

async function report(thrown: unknown, frame: Frame): Promise<number> {
  const { signal } = frame.world;
  if (thrown instanceof StdoutLost && !signal.aborted) return 0;
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
  // An abort fails in many ways; the signal has the reason.
  const error = signal.aborted
    ? asInterruption(thrown, signal.reason)
    : thrown instanceof CommanderError
      ? asUsageError(thrown, frame.commandName, frame.argv)
      : asBrctlError(thrown);
  await getOutput(frame).error(error, frame.commandName);
  return exitCodeOf(error.kind);
}

/** Work that was interrupted may have told what continues without it. */
function asInterruption(thrown: unknown, reason: unknown): BrctlError {
  return thrown instanceof BrctlError && isStopped(thrown) ? thrown : asBrctlError(reason);
}

/** Of the command; a plain one for command lines that were refused before a command began. */
function getOutput({ argv, world, context }: Frame): Output {
  if (context !== undefined) return context.output;
  const options = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  const json = options.includes('--json');
  const annotations = world.env.GITHUB_ACTIONS === 'true';
  return createOutput(
    world.io,
    { json, quiet: false, verbosity: 0, maxErrors: 20, annotations, now: world.now, signal: world.signal },
    createRedactor(listSecrets(world.env)),
  );
}
