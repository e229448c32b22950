import { Command } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';
import { ChoiceCommand } from '../../options.ts';

const UPLOAD_HELP = `
Without --as or --no-rename, a file is named <catalog>/<catalog>_<delta|full>_<time>.jsonl.gz and compressed on the way
unless it already is. It is written to <name>.part, and renamed once its size is right. Run the command again after an
interruption to resume the upload; a file that is already there, byte for byte, is not sent again.

Examples:
  brctl upload catalog.jsonl --mode full
  brctl upload delta_1.jsonl delta_2.jsonl
  brctl diff old.jsonl new.jsonl | brctl upload - --as lighting_en/tonight.jsonl.gz
  brctl submit --mode full --sftp $(brctl upload catalog.jsonl --mode full --split)`;

export function uploadCommand(frame: Frame): Command {
  return new ChoiceCommand('upload')
    .summary('Upload files over SFTP and print the remote path of each')
    .argument('<file...>', 'files to upload, or - for stdin')
    .choice('--mode <mode>', 'content of the files, part of the remote name (default: by the content)', [
      'delta',
      'full',
    ])
    .option('--as <path>', 'remote path, for a single file; a .gz name is compressed')
    .option('--no-rename', "keep each file's name, and upload its bytes unchanged")
    .option(
      '--split',
      'upload a file that is over the limit of 1 GB (uncompressed) as several, cut at line ends',
    )
    .option('--dry-run', 'run all checks and show what would be uploaded, without connecting')
    .description(UPLOAD_HELP)
    .action(wrapAction(frame, async () => (await import('./upload-run.ts')).runUpload));
}

const FILES_HELP = `
The service deletes each file 30 days after it was uploaded.

Examples:
  brctl files ls
  brctl files ls lighting_en
  brctl files rm lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz`;

export function filesCommand(frame: Frame): Command {
  const ls = new Command('ls')
    .summary('List the files in the SFTP folder, with age and days left of 30')
    .argument('[folder]', 'folder to list (default: everything)')
    .description(FILES_HELP)
    .action(wrapAction(frame, async () => (await import('./files-run.ts')).runFilesLs));
  const rm = new Command('rm')
    .summary('Delete files in the SFTP folder')
    .argument('<path...>', 'paths as shown by files ls')
    .description(FILES_HELP)
    .action(wrapAction(frame, async () => (await import('./files-run.ts')).runFilesRm));
  return new Command('files')
    .summary('List or delete files in the SFTP folder')
    .addCommand(ls)
    .addCommand(rm);
}
