import { type Command, Option } from 'commander';
import { duration } from '../options.ts';

const DEFAULT_WAIT_MS = 30 * 60_000;

/** Adds --timeout and --poll, and --wait where waiting is a choice. */
export function addWaitOptions(command: Command, waits: 'always' | 'on-demand' = 'on-demand'): Command {
  if (waits === 'on-demand') command.option('--wait', 'wait for the job to end');
  return command
    .addOption(
      new Option('--timeout <duration>', 'give up waiting after this time')
        .argParser(duration)
        .default(DEFAULT_WAIT_MS, '30m'),
    )
    .addOption(
      new Option(
        '--poll <duration>',
        'time between two status checks (default: 1s, growing to 15s)',
      ).argParser(duration),
    );
}
