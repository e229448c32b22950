import { Command } from 'commander';
import { action, type Frame } from '../../frame.ts';

const HELP = `
What is known of the last push (the catalog that was applied, a push that was interrupted, the requests that were sent, the
lock) is kept in the user's state folder, or where the setting "state" says: in another folder, or, with sftp:, in the
SFTP folder of the environment, where machines that start empty find it.

Examples:
  brctl state show -e production
  brctl state export before.state
  brctl push catalog.jsonl --state sftp:
  brctl state unlock`;

/** `brctl state`: what is known of the last push, and where it is kept. */
export function stateCommand(frame: Frame): Command {
  const show = new Command('show')
    .description('Show what is known of the last push, and where it is kept')
    .action(action(frame, async () => (await import('./state-run.ts')).runStateShow));
  const write = new Command('export')
    .description('Write what is known into one file')
    .argument('<file>', 'file to write')
    .action(action(frame, async () => (await import('./state-run.ts')).runStateExport));
  const read = new Command('import')
    .description('Replace what is known by what a file holds that export has written')
    .argument('<file>', 'file to read')
    .action(action(frame, async () => (await import('./state-run.ts')).runStateImport));
  const unlock = new Command('unlock')
    .description('Take the lock away, whoever holds it; a push that still runs stops at its next step')
    .action(action(frame, async () => (await import('./state-run.ts')).runStateUnlock));
  const command = new Command('state').description('Show, copy or unlock what is known of the last push');
  for (const sub of [show, write, read, unlock]) command.addCommand(sub.addHelpText('after', HELP));
  return command;
}
