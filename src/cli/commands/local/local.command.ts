import { Command, Option } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';
import { readWholeNumber } from '../../options.ts';

export function localCommand(frame: Frame): Command {
  const local = new Command('local')
    .summary('Inspect and control the running brctl serve')
    .description('\nExamples:\n  brctl local requests --follow\n  brctl local reset\n  brctl local open');
  local
    .command('ready')
    .summary('Tell whether the service is ready: exit 0 if it is, else 7')
    .description('\nFor the health checks of containers and units.\n\nExamples:\n  brctl local ready')
    .action(wrapAction(frame, async () => (await import('./state-runs.ts')).runReady));
  local
    .command('requests')
    .summary('List the latest requests to the service')
    .description(
      '\nExamples:\n  brctl local requests --status 400\n  brctl local requests --follow --operation get-search\n  brctl local requests --har calls.har',
    )
    .option('--follow', 'print requests as they arrive, until stopped')
    .option('--operation <name>', 'only requests of this operation, such as put-products')
    .option('--status <code>', 'only requests with this status', readWholeNumber(0, 599))
    .option('--limit <n>', 'number of requests (20; all with --har)', readWholeNumber(1))
    .addOption(
      new Option('--har <file>', 'write the HTTP requests as HAR 1.2, keys masked').conflicts('follow'),
    )
    .action(wrapAction(frame, async () => (await import('./requests-run.ts')).runRequests));
  local
    .command('record')
    .summary('Show a record, now or at an earlier point in time')
    .description(
      '\nExamples:\n  brctl local record SF-9\n  brctl local record SF-9 --at 41\n  brctl local record SF-9 --at 2026-01-31T12:00:00Z',
    )
    .argument('<id>', 'id of the product or item')
    .option('--at <version|job|time>', 'as it was in a version, after a job, or at a time')
    .action(wrapAction(frame, async () => (await import('./record-runs.ts')).runRecord));
  local
    .command('history')
    .summary("Show a record's history: each change with its job, request and line")
    .description('\nExamples:\n  brctl local history SF-9\n  brctl local history SF-9 --limit 5 --json')
    .argument('<id>', 'id of the product or item')
    .option('--limit <n>', 'number of changes to show, newest first', readWholeNumber(1, 10_000), 100)
    .action(wrapAction(frame, async () => (await import('./record-runs.ts')).runHistory));
  local
    .command('reset')
    .summary('Reset the service to empty or to a snapshot')
    .description('\nExamples:\n  brctl local reset\n  brctl local reset before-the-sale')
    .argument('[snapshot]', 'name of a snapshot')
    .action(wrapAction(frame, async () => (await import('./state-runs.ts')).runReset));
  local
    .command('snapshot')
    .summary('Save a snapshot of the service; without a name, list the snapshots')
    .description(
      '\nExamples:\n  brctl local snapshot before-the-sale\n  brctl local snapshot\n  brctl local snapshot before-the-sale --export sale.tgz\n  brctl local snapshot before-the-sale --import sale.tgz',
    )
    .argument('[name]', 'name of the snapshot')
    .option('--delete', 'delete the snapshot')
    .addOption(new Option('--export <file>', 'write the snapshot to a file').conflicts(['delete', 'import']))
    .addOption(new Option('--import <file>', 'save the snapshot of a file').conflicts('delete'))
    .action(wrapAction(frame, async () => (await import('./state-runs.ts')).runSnapshot));
  local
    .command('faults')
    .summary('Show the fault-injection rules, or replace them from a file')
    .description(
      `\nExamples:\n  brctl local faults\n  echo '{"operation":"get-search","status":503}' | brctl local faults -\n  brctl local faults --clear`,
    )
    .argument('[file]', 'JSON file with one rule or a list; replaces all rules; - for stdin')
    .option('--clear', 'remove all rules')
    .action(wrapAction(frame, async () => (await import('./state-runs.ts')).runFaults));
  local
    .command('open')
    .summary('Open the inspector page in the browser')
    .description('\nExamples:\n  brctl local open')
    .action(wrapAction(frame, async () => (await import('./state-runs.ts')).runOpen));
  return local;
}
