import { Command } from 'commander';
import { action, type Frame } from '../../frame.ts';
import { wholeNumber } from '../../options.ts';

const HELP = `
Each catalog that a push has applied tells what is usual for this feed: how many products, which fields are filled, which
prices, categories and brands. From the eighth on, a push that is unlike the last thirty is refused (exit 11), with a code,
the figures and products to look at. This lists what is usual, the last value, and what would be too little or too much.

Examples:
  brctl guards -e production
  brctl push catalog.jsonl --accept price.scale --because "prices are in cents from today on"
  brctl guards forget --last 1`;

const FORGET_HELP = `
Without --last everything is forgotten, and learning begins anew.

Examples:
  brctl guards forget
  brctl guards forget --last 1`;

/** `brctl guards`: what was learned of the feeds. */
export function guardsCommand(frame: Frame): Command {
  const forget = new Command('forget')
    .summary('Forget what earlier feeds were like')
    .option('--last <n>', 'only the latest feeds, so many', wholeNumber(1))
    .description(FORGET_HELP)
    .action(action(frame, async () => (await import('./guards-run.ts')).runGuardsForget));
  return new Command('guards')
    .summary('Show what is usual for this feed, and what a push would be refused for')
    .description(HELP)
    .action(action(frame, async () => (await import('./guards-run.ts')).runGuards))
    .addCommand(forget);
}
