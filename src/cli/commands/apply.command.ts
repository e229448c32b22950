import { Command, Option } from 'commander';
import { action, type Frame } from '../frame.ts';

const HELP = `
The catalog is read once, as a stream; the operations of the deltas are held in memory. Records keep their order and,
unless a delta touches them, their exact bytes; new records come last. Nothing is written unless every operation can be
applied: as in the service, an operation whose target does not exist is an error.

Examples:
  brctl apply old.jsonl delta.jsonl -o new.jsonl
  brctl apply old.jsonl.gz monday.jsonl tuesday.jsonl -o new.jsonl.gz
  brctl diff old.jsonl new.jsonl --missing remove | brctl apply old.jsonl - | brctl diff - new.jsonl --exit-code`;

/** `brctl apply`: the catalog that deltas make of another. */
export function applyCommand(frame: Frame): Command {
  return new Command('apply')
    .summary('Apply deltas to a catalog file, all or nothing, and print the new catalog')
    .argument('<catalog>', 'catalog file, or - for stdin')
    .argument('<delta...>', 'deltas, in the order to apply them; one may be - for stdin')
    .option(
      '-o, --output <file>',
      'write the catalog to this file, in full or not at all; a .gz name is compressed',
    )
    .addOption(
      new Option('--input-format <format>', 'format of the catalog, read and written')
        .choices(['operations', 'records'])
        .default('operations'),
    )
    .description(HELP)
    .action(action(frame, async () => (await import('../delta/apply-run.ts')).runApply));
}
