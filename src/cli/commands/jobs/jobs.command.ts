import { Command } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';
import {
  addWaitOptions,
  ChoiceCommand,
  createMaxOpsOption,
  DELIVERY_OPTIONS,
  readWholeNumber,
} from '../../options.ts';
import { addFromOption } from '../../shared/feed-options.ts';
import { addGuardOptions } from '../../shared/plan-options.ts';

const SUBMIT_HELP = `
The content decides how the file is sent: one operation per line (JSON Lines, plain or .gz, up to 1 GB), one JSON Patch array (up
to 5 MB), or a JSON array of SFTP paths. Everything is checked before the first byte is sent. If brctl knows the service's
catalog, it refuses (exit 11) a load that removes many products, makes them unavailable or multiplies prices.

Examples:
  brctl submit delta.jsonl --wait
  brctl diff old.jsonl new.jsonl | brctl submit -
  brctl submit --sftp lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz --mode full`;

export function submitCommand(frame: Frame): Command {
  const command = new ChoiceCommand('submit')
    .summary('Send one delta (PATCH) or full load (PUT) and print the job id')
    .argument('[file]', 'file of operations, or - for stdin')
    .choice('--mode <mode>', 'delta (PATCH) or full (PUT)', ['delta', 'full'], 'delta')
    .option('--dry-run', 'run all checks and show the request, but send nothing')
    .option('--sftp <path...>', 'load files from the SFTP folder')
    .choice('--family <family>', 'content of the --sftp files', ['products', 'items'], 'products')
    .optionsGroup(DELIVERY_OPTIONS)
    .option('--split', 'send as many requests as the limits require, never dividing a product')
    .addOption(createMaxOpsOption())
    .option('--force', 'send even if the same request was sent before and its outcome is unknown');
  return addWaitOptions(addGuardOptions(addFromOption(command.optionsGroup('Options:'))))
    .description(SUBMIT_HELP)
    .action(wrapAction(frame, async () => (await import('./submit-run.ts')).runSubmit));
}

const STATUS_HELP = `
A job is creating, queued or running, and ends as success, failed, skipped or killed. The exit code is 8 for a job that
failed or was killed, else 0; a skipped job is reported with a remark.

Examples:
  brctl status
  brctl status 5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a
  brctl status $(brctl submit delta.jsonl) --wait --timeout 10m
  brctl status "$JOB" --quiet`;

export function statusCommand(frame: Frame): Command {
  const command = new Command('status')
    .summary('Print the status of jobs; --wait waits until they end')
    .argument('[jobId...]', 'job ids (default: unfinished jobs sent from this machine)');
  return addWaitOptions(command)
    .description(STATUS_HELP)
    .action(wrapAction(frame, async () => (await import('./job-runs.ts')).runStatus));
}

const INDEX_HELP = `
Changes become searchable only after an index job, which covers all loads before it. Running one more often than every
15 minutes may be throttled.

Examples:
  brctl index --wait`;

export function indexCommand(frame: Frame): Command {
  const command = new Command('index').summary('Run the index job of the catalog and print its id');
  return addWaitOptions(command)
    .description(INDEX_HELP)
    .action(wrapAction(frame, async () => (await import('./job-runs.ts')).runIndex));
}

const JOBS_HELP = `
This machine keeps the list, with the last known state of each request. With --json, one
entry per line. "unknown" means that the whole request was sent but the answer was lost.

Examples:
  brctl jobs --env production --limit 5
  brctl jobs --catalog products_en --status failed --since 7d
  brctl jobs --json | jq 'select(.state == "unknown")'`;

export function jobsCommand(frame: Frame): Command {
  return new Command('jobs')
    .summary('List the requests sent from this machine, newest first')
    .option('--limit <n>', 'number of entries to show', readWholeNumber(1), 20)
    .option('--status <state>', 'only requests in this state, such as failed or unknown')
    .option(
      '--since <time>',
      "only requests since then by their machine's clock: 12h, a day, or an RFC 3339 time",
    )
    .description(JOBS_HELP)
    .action(wrapAction(frame, async () => (await import('./jobs-run.ts')).runJobs));
}
