import { Command, Option } from 'commander';
import { action, type Frame } from '../frame.ts';
import type { UploadFlags } from '../sftp/upload-plan.ts';

const HELP = `
Without --as or --no-rename a file is named <catalog>/<catalog>_<delta|full>_<time>.jsonl.gz, and compressed on the way
unless it is already. A file is written to <name>.part and renamed when its size is right. Run again after an
interruption, it goes on where it stopped; what lies there already, byte for byte, is not sent again.

Examples:
  brctl upload catalog.jsonl --mode full
  brctl upload delta_1.jsonl delta_2.jsonl
  brctl diff old.jsonl new.jsonl | brctl upload - --as lighting_en/tonight.jsonl.gz
  brctl submit --mode full --sftp $(brctl upload catalog.jsonl --mode full)`;

/** `brctl upload`: files to the SFTP folder. */
export function uploadCommand(frame: Frame): Command {
  return new Command('upload')
    .description('Upload files over SFTP; prints the remote path of each, one a line')
    .argument('<file...>', 'files to upload, or - for stdin')
    .addOption(
      new Option('--mode <mode>', 'what the files hold, for their name')
        .choices(['delta', 'full'])
        .default('delta'),
    )
    .option('--as <path>', 'remote path of the one file; compressed when it ends in .gz')
    .option('--no-rename', 'keep the name of each file, and its bytes as they are')
    .option('--dry-run', 'do all checks and show what would be uploaded, but connect to nothing')
    .addHelpText('after', HELP)
    .action(
      action(frame, async (context, files: string[], flags: UploadFlags) => {
        const { runUpload } = await import('../sftp/upload-run.ts');
        return await runUpload(context, files, flags);
      }),
    );
}
