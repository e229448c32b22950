import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';
import { ChoiceCommand, createOutputOption, MISSING_POLICIES, readWholeNumber } from '../../options.ts';
import { addFromOption } from '../../shared/feed-options.ts';

const UNIT_BYTES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9 };

function readSize(text: string): number {
  const match = /^(\d+)\s*([kmg]?)b?$/i.exec(text);
  if (match === null) throw new InvalidArgumentError('It must be a size such as 512MB or 2GB.');
  return Number(match[1]) * (UNIT_BYTES[(match[2] ?? '').toLowerCase()] ?? 1);
}

const DIFF_HELP = `
The catalogs may be in any order, plain or gzip, and one of them may be stdin (-). Each line is an "add" of a whole record,
as in exports, or with --from records a plain record {"id", "attributes", ...}. Operations follow the order of the
new catalog; those for missing products come last. Nothing is printed until both catalogs have been read.

Memory use is about 25 bytes per product. Lines that are byte for byte the same in both catalogs
are not checked; --strict checks them too.

Examples:
  brctl diff old.jsonl.gz new.jsonl.gz -o delta.jsonl
  brctl diff old.jsonl new.jsonl | brctl submit - --wait
  brctl diff old.jsonl new.jsonl --split -o delta.jsonl      writes delta_01.jsonl, delta_02.jsonl, ...`;

export function diffCommand(frame: Frame): Command {
  const command = new ChoiceCommand('diff')
    .summary('Print the smallest delta between two catalog files')
    .argument('<old>', 'the old catalog, or - for stdin')
    .argument('<new>', 'the new catalog, or - for stdin')
    .addOption(createOutputOption('delta'))
    .choice(
      '--missing <what>',
      'what to do with products missing from the new catalog',
      MISSING_POLICIES,
      'unavailable',
    )
    .choice(
      '--format <format>',
      'format of the delta; records and operations set --from instead (default: jsonlines)',
      ['jsonlines', 'json-patch', 'records', 'operations'],
    );
  return addFromOption(command, { isOptional: true })
    .option('--strict', 'check every line, even those that are the same in both catalogs')
    .addOption(
      new Option('--threads <n>', 'without effect: threads of Node inflate gzip files')
        .choices(['1', '2', 'auto'])
        .hideHelp(),
    )
    .addOption(
      new Option(
        '--max-memory <size>',
        'read the catalogs several times when tables outgrow this (default: 512MB)',
      )
        .argParser(readSize)
        .hideHelp(),
    )
    .option('--exit-code', 'exit with 10 if there are differences')
    .option('--explain', 'print the old and new value of each change to stderr')
    .option(
      '--split',
      'write several files, each within the limits of one job, never dividing a product; needs -o',
    )
    .option('--max-ops <n>', 'maximum operations per job (default: 10000)', readWholeNumber(1))
    .description(DIFF_HELP)
    .action(wrapAction(frame, async () => (await import('./diff-run.ts')).runDiff));
}

const VALIDATE_HELP = `
An error makes the service refuse the whole request or job; a warning does not. A file that only adds whole records is
checked as a catalog, any other as a delta. The exit code is 4 if there are errors.

Examples:
  brctl validate catalog.jsonl.gz
  brctl validate catalog.jsonl --fail-on warning
  brctl validate catalog.jsonl --format sarif > catalog.sarif
  brctl validate delta.jsonl --mode delta --max-errors 100
  brctl diff old.jsonl new.jsonl | brctl validate - --json`;

export function validateCommand(frame: Frame): Command {
  const command = new ChoiceCommand('validate')
    .summary('Check catalogs and deltas against every rule of the service')
    .argument('<file...>', 'files of operations, plain or .gz; one may be - for stdin')
    .choice('--mode <mode>', 'kind of the files', ['auto', 'full', 'delta'], 'auto')
    .choice(
      '--fail-on <severity>',
      'exit with 4 for findings of this severity, and above',
      ['error', 'warning'],
      'error',
    )
    .choice('--format <format>', 'how to print the report: sarif for code hosts', ['text', 'sarif'], 'text');
  return addFromOption(command)
    .description(VALIDATE_HELP)
    .action(wrapAction(frame, async () => (await import('./validate-run.ts')).runValidate));
}

const APPLY_HELP = `
The catalog is read once, as a stream; the operations of the deltas are held in memory. Records keep their order and,
unless a delta touches them, their exact bytes; new records come last. Nothing is written unless every operation can be
applied: as in the service, an operation whose target does not exist is an error.

Examples:
  brctl apply old.jsonl delta.jsonl -o new.jsonl
  brctl apply old.jsonl.gz monday.jsonl tuesday.jsonl -o new.jsonl.gz
  brctl diff old.jsonl new.jsonl --missing remove | brctl apply old.jsonl - | brctl diff - new.jsonl --exit-code`;

export function applyCommand(frame: Frame): Command {
  const command = new ChoiceCommand('apply')
    .summary('Apply deltas to a catalog file, all or nothing')
    .argument('<catalog>', 'catalog file, or - for stdin')
    .argument('<delta...>', 'deltas, in the order to apply them; one may be - for stdin')
    .addOption(createOutputOption('catalog'));
  return addFromOption(command)
    .description(APPLY_HELP)
    .action(wrapAction(frame, async () => (await import('./apply-run.ts')).runApply));
}
