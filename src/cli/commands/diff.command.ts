import { Command, InvalidArgumentError, Option } from 'commander';
import type { DiffFlags } from '../delta/diff-run.ts';
import { action, type Frame } from '../frame.ts';
import { wholeNumber } from '../options.ts';

const UNIT_BYTES: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9 };

/** Reads a size such as 512MB into bytes. */
function sizeInBytes(text: string): number {
  const match = /^(\d+)\s*([kmg]?)b?$/i.exec(text);
  if (match === null) throw new InvalidArgumentError('It must be a size such as 512MB or 2GB.');
  return Number(match[1]) * (UNIT_BYTES[(match[2] ?? '').toLowerCase()] ?? 1);
}

const HELP = `
The catalogs may be in any order, plain or gzip, and one of them stdin (-). Each line is the "add" of a whole record, as
exports are, or with --input-format records a record {"id", "attributes", ...}. Operations come in the order of the new
catalog, those of vanished products last. Nothing is printed before both catalogs were read.

Lines stay in their files: memory is some 25 bytes a product. Lines that are the same bytes in both catalogs are trusted;
--strict reads them too.

Examples:
  brctl diff old.jsonl.gz new.jsonl.gz -o delta.jsonl
  brctl diff old.jsonl new.jsonl | brctl submit - --wait
  brctl diff old.jsonl new.jsonl --explain --missing remove
  brctl diff old.jsonl new.jsonl --split -o delta.jsonl      writes delta_01.jsonl, delta_02.jsonl, ...`;

/** `brctl diff`: the smallest delta between two catalogs. */
export function diffCommand(frame: Frame): Command {
  const command = new Command('diff')
    .description('Print the smallest delta between two catalog files, one operation a line')
    .argument('<old>', 'the catalog as it was, or - for stdin')
    .argument('<new>', 'the catalog as it shall be, or - for stdin')
    .option('-o, --output <file>', 'write the delta there, whole or not at all; .gz is compressed');
  addFormatOptions(command);
  addEngineOptions(command);
  return command
    .option('--split', 'several files, each within the limits of a job, no product divided; needs -o')
    .addOption(
      new Option('--max-ops <n>', 'operations that one job takes (10,000)').argParser(wholeNumber(1)),
    )
    .option('--exit-code', 'exit 10 when there are differences')
    .option('--explain', 'print the old and new value of each change on stderr')
    .addHelpText('after', HELP)
    .action(
      action(frame, async (context, oldFile: string, newFile: string, flags: DiffFlags) => {
        const { runDiff } = await import('../delta/diff-run.ts');
        return await runDiff(context, oldFile, newFile, flags);
      }),
    );
}

function addFormatOptions(command: Command): void {
  command
    .addOption(
      new Option('--missing <what>', 'what a product that vanished becomes')
        .choices(['unavailable', 'remove', 'ignore'])
        .default('unavailable'),
    )
    .addOption(
      new Option('--format <format>', 'of the delta; records or operations mean --input-format').choices([
        'jsonlines',
        'json-patch',
        'records',
        'operations',
      ]),
    )
    .addOption(
      new Option('--input-format <format>', 'of both catalogs (operations)').choices([
        'operations',
        'records',
      ]),
    );
}

function addEngineOptions(command: Command): void {
  command
    .option('--strict', 'read every line, also those that are the same in both catalogs')
    .addOption(
      new Option('--threads <n>', 'threads to use; the result is the same').choices(['1', '2', 'auto']),
    )
    .addOption(
      new Option('--kernel <kernel>', 'inner loops; the result is the same').choices(['auto', 'wasm', 'js']),
    )
    .addOption(
      new Option('--max-memory <size>', 'past this, tables go to temporary files (512MB)').argParser(
        sizeInBytes,
      ),
    );
}
