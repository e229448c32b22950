import { Command, Option } from 'commander';
import { LIMITS } from '../../protocol/limits.ts';
import { action, type Frame } from '../frame.ts';
import type { SubmitFlags } from '../jobs/submit-run.ts';
import { wholeNumber } from '../options.ts';
import { addWaitOptions } from './wait-options.ts';

const HELP = `
The body is what the file is: one operation a line (JSON Lines, plain or .gz, up to 1 GB), one JSON Patch array (up to
5 MB), or a JSON array of SFTP paths. Everything is checked before the first byte is sent.

Examples:
  brctl submit delta.jsonl --wait
  brctl diff old.jsonl new.jsonl | brctl submit -
  brctl submit catalog.jsonl.gz --mode full
  brctl submit --sftp lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz --mode full`;

/** `brctl submit`: one PATCH or PUT. */
export function submitCommand(frame: Frame): Command {
  const command = new Command('submit')
    .description('Send operations in one request: a delta (PATCH) or a full load (PUT); prints the job id')
    .argument('[file]', 'file of operations, or - for stdin')
    .addOption(
      new Option('--mode <mode>', 'delta (PATCH) or full (PUT)').choices(['delta', 'full']).default('delta'),
    )
    .addOption(
      new Option('--input-format <format>', 'operations, or plain records {"id", "attributes", ...}')
        .choices(['operations', 'records'])
        .default('operations'),
    )
    .option('--sftp <path...>', 'load files that lie in the SFTP folder')
    .addOption(
      new Option('--family <family>', 'what the files of --sftp hold')
        .choices(['products', 'items'])
        .default('products'),
    )
    .option('--split', 'send as many requests as the limits ask for, no product divided')
    .addOption(
      new Option('--max-ops <n>', 'operations that one job takes')
        .argParser(wholeNumber(1))
        .default(LIMITS.operationsPerJob),
    )
    .option('--dry-run', 'do all checks and show the request, but send nothing')
    .option('--force', 'send although the outcome of the same request is unknown');
  return addWaitOptions(command)
    .addHelpText('after', HELP)
    .action(
      action(frame, async (context, file: string | undefined, flags: SubmitFlags) => {
        const { runSubmit } = await import('../jobs/submit-run.ts');
        return await runSubmit(context, file, flags);
      }),
    );
}
