import { Command, Option } from 'commander';
import { action, type Frame } from '../frame.ts';
import { addPlanOptions } from './plan-options.ts';

const HELP = `
Compares the catalog with the one that was pushed last, as a push would, and sends nothing. A saved plan can be looked at
and pushed later: that push does exactly this, or fails with exit 4 when the catalog, the base or what the service holds
has changed since. Exits 11 when a guard would refuse the push.

Examples:
  brctl plan catalog.jsonl
  brctl plan catalog.jsonl -o plan.json && brctl push --plan plan.json
  brctl plan catalog.jsonl --format markdown > comment.md`;

/** `brctl plan`: what a push would do. */
export function planCommand(frame: Frame): Command {
  const command = new Command('plan')
    .summary('Show what a push would do: what changes, by attribute, what would be sent, which guards hold')
    .argument('<catalog>', 'catalog file, or - for stdin')
    .option('-o, --output <file>', 'save the plan for push --plan')
    .addOption(
      new Option('--format <format>', 'text, or markdown for a pull request')
        .choices(['text', 'markdown'])
        .default('text'),
    );
  return addPlanOptions(command)
    .description(HELP)
    .action(action(frame, async () => (await import('../push/plan-run.ts')).runPlan));
}
