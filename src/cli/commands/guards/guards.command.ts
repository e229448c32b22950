import { Command } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';
import { readWholeNumber } from '../../options.ts';

const HELP = `
brctl learns a baseline from every catalog that a push applies: how many products, which fields are filled, which
prices, categories and brands. After eight of them, brctl refuses a push that differs from the last thirty (exit 11) and
names the code, the figures and example products. This lists the baseline, the last value and both limits.

Examples:
  brctl guards -e production
  brctl push catalog.jsonl --accept price.scale --because "prices are in cents from today on"
  brctl guards forget --last 1`;

const FORGET_HELP = `
Without --last, deletes the whole baseline; learning restarts from zero.

Examples:
  brctl guards forget
  brctl guards forget --last 1`;

export function guardsCommand(frame: Frame): Command {
  const forget = new Command('forget')
    .summary('Delete the learned baseline, or its latest feeds')
    .option('--last <n>', 'delete only the latest <n> feeds', readWholeNumber(1))
    .description(FORGET_HELP)
    .action(wrapAction(frame, async () => (await import('./guards-run.ts')).runGuardsForget));
  return new Command('guards')
    .summary("Show this feed's baseline and the limits of the guards")
    .description(HELP)
    .action(wrapAction(frame, async () => (await import('./guards-run.ts')).runGuards))
    .addCommand(forget);
}
