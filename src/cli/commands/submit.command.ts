import { Command, Option } from 'commander';
import { LIMITS } from '../../protocol/limits.ts';
import { action, type Frame } from '../frame.ts';
import { wholeNumber } from '../options.ts';
import { addGuardOptions } from './plan-options.ts';
import { addWaitOptions } from './wait-options.ts';

const HELP = `
The file is sent as what it holds: one operation per line (JSON Lines, plain or .gz, up to 1 GB), one JSON Patch array (up
to 5 MB), or a JSON array of SFTP paths. Everything is checked before the first byte is sent. A load that takes many products away, makes them unavailable or multiplies
prices is refused (exit 11), as far as it is known here what the service holds.

Examples:
  brctl submit delta.jsonl --wait
  brctl diff old.jsonl new.jsonl | brctl submit -
  brctl submit catalog.jsonl.gz --mode full
  brctl submit --sftp lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz --mode full`;

/** `brctl submit`: one PATCH or PUT. */
export function submitCommand(frame: Frame): Command {
  const command = new Command('submit')
    .summary('Send operations as a delta (PATCH) or a full load (PUT) and print the job id')
    .argument('[file]', 'file of operations, or - for stdin')
    .addOption(
      new Option('--mode <mode>', 'delta (PATCH) or full (PUT)').choices(['delta', 'full']).default('delta'),
    )
    .addOption(
      new Option(
        '--input-format <format>',
        'format of the file: operations, or plain records {"id", "attributes", ...}',
      )
        .choices(['operations', 'records'])
        .default('operations'),
    )
    .option('--sftp <path...>', 'load files from the SFTP folder')
    .addOption(
      new Option('--family <family>', 'what the --sftp files hold')
        .choices(['products', 'items'])
        .default('products'),
    )
    .option('--split', 'send as many requests as the limits require, never dividing a product')
    .addOption(
      new Option('--max-ops <n>', 'most operations in one job')
        .argParser(wholeNumber(1))
        .default(LIMITS.operationsPerJob),
    )
    .option('--dry-run', 'run all checks and show the request, but send nothing')
    .option('--force', 'send even if the same request was sent before and its outcome is unknown');
  return addWaitOptions(addGuardOptions(command))
    .description(HELP)
    .action(action(frame, async () => (await import('../jobs/submit-run.ts')).runSubmit));
}
