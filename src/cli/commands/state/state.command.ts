import { Command } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';

const HELP = `
The state of pushes (the base, an interrupted push, the requests sent, the lock) is in the user's state folder, or where
the setting "state" says: another folder, or with sftp: the SFTP folder of the environment, for machines that start
empty.

Examples:
  brctl state show -e production
  brctl state export before.state
  brctl push catalog.jsonl --state sftp:
  brctl state unlock`;

export function stateCommand(frame: Frame): Command {
  const show = new Command('show')
    .summary('Show the state of the last push and where it is stored')
    .action(wrapAction(frame, async () => (await import('./state-run.ts')).runStateShow));
  const write = new Command('export')
    .summary('Export the state to one file')
    .argument('<file>', 'file to write')
    .action(wrapAction(frame, async () => (await import('./state-run.ts')).runStateExport));
  const read = new Command('import')
    .summary('Replace the state with an exported file')
    .argument('<file>', 'file to read')
    .action(wrapAction(frame, async () => (await import('./state-run.ts')).runStateImport));
  const unlock = new Command('unlock')
    .summary('Force-unlock; a push still running stops before its next step')
    .action(wrapAction(frame, async () => (await import('./state-run.ts')).runStateUnlock));
  const command = new Command('state').summary('Show, export, import or unlock the state of pushes');
  for (const sub of [show, write, read, unlock]) command.addCommand(sub.description(HELP));
  return command;
}
