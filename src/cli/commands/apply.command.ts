import { Command, Option } from 'commander';
import type { ApplyFlags } from '../delta/apply-run.ts';
import { action, type Frame } from '../frame.ts';

const HELP = `
The catalog streams past once; the operations of the deltas are held in memory. Records keep their order and, where no
delta touches them, their bytes; new ones come last. Nothing is written unless every operation can be applied: an
operation that does not find what it changes is an error, as it is to the service.

Examples:
  brctl apply old.jsonl delta.jsonl -o new.jsonl
  brctl apply old.jsonl.gz monday.jsonl tuesday.jsonl -o new.jsonl.gz
  brctl diff old.jsonl new.jsonl --missing remove | brctl apply old.jsonl - | brctl diff - new.jsonl --exit-code`;

/** `brctl apply`: the catalog that deltas make of another. */
export function applyCommand(frame: Frame): Command {
  return new Command('apply')
    .description('Apply deltas to a catalog file, all or nothing; prints the new catalog')
    .argument('<catalog>', 'file of whole-record adds, or - for stdin')
    .argument('<delta...>', 'deltas in the order in which they apply; one may be -')
    .option('-o, --output <file>', 'write the catalog there, whole or not at all; .gz is compressed')
    .addOption(
      new Option('--input-format <format>', 'of the catalog, and of the new one')
        .choices(['operations', 'records'])
        .default('operations'),
    )
    .addHelpText('after', HELP)
    .action(
      action(frame, async (context, catalog: string, deltas: string[], flags: ApplyFlags) => {
        const { runApply } = await import('../delta/apply-run.ts');
        return await runApply(context, catalog, deltas, flags);
      }),
    );
}
