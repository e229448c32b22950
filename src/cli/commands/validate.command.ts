import { Command, Option } from 'commander';
import { action, type Frame } from '../frame.ts';

const HELP = `
An error makes the service refuse the whole request or job; a warning does not. A file that only adds whole records is
checked as a catalog, any other as a delta. The exit code is 4 if there are errors.

Examples:
  brctl validate catalog.jsonl.gz
  brctl validate catalog.jsonl --fail-on warning
  brctl validate catalog.jsonl --format sarif > catalog.sarif
  brctl validate delta.jsonl --mode delta --max-errors 100
  brctl diff old.jsonl new.jsonl | brctl validate - --json`;

/** `brctl validate`: checks files against the rules of the service. */
export function validateCommand(frame: Frame): Command {
  return new Command('validate')
    .summary('Check catalogs and deltas against every rule that the service enforces')
    .argument('<file...>', 'files of operations, plain or .gz; one may be - for stdin')
    .addOption(
      new Option('--mode <mode>', 'check the files as a full load or as a delta')
        .choices(['auto', 'full', 'delta'])
        .default('auto'),
    )
    .addOption(
      new Option(
        '--input-format <format>',
        'format of the files: operations, or plain records {"id", "attributes", ...}',
      )
        .choices(['operations', 'records'])
        .default('operations'),
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit with 4 for findings of this severity, and above')
        .choices(['error', 'warning'])
        .default('error'),
    )
    .addOption(
      new Option('--format <format>', 'how to print the report: sarif is what code hosts show beside lines')
        .choices(['text', 'sarif'])
        .default('text'),
    )
    .description(HELP)
    .action(action(frame, async () => (await import('../delta/validate-run.ts')).runValidate));
}
