import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';

const HELP = `
The service deletes each file 30 days after it was uploaded.

Examples:
  brctl files ls
  brctl files ls lighting_en
  brctl files rm lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz`;

/** `brctl files`: what is in the SFTP folder. */
export function filesCommand(frame: Frame): Command {
  const ls = new Command('ls')
    .summary('List the files in the SFTP folder, with their age and the days left of the 30')
    .argument('[folder]', 'folder to list (default: everything)')
    .description(HELP)
    .action(action(frame, async () => (await import('../sftp/files-run.ts')).runFilesLs));
  const rm = new Command('rm')
    .summary('Delete files in the SFTP folder')
    .argument('<path...>', 'paths as shown by files ls')
    .description(HELP)
    .action(action(frame, async () => (await import('../sftp/files-run.ts')).runFilesRm));
  return new Command('files')
    .summary('List or delete files in the SFTP folder')
    .addCommand(ls)
    .addCommand(rm);
}
