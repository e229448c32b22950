import { Command, Option } from 'commander';
import type { CommandContext } from '../../context.ts';
import { action, type Frame } from '../../frame.ts';
import { addWaitOptions } from '../../options.ts';
import { addPlanOptions, PLANNED } from '../../shared/plan-options.ts';
import type { PushFlags } from '../../shared/push-setup.ts';

const PUSH_HELP = `
The delta is computed against the catalog last applied from this machine to this environment, or against --base. The next
push resumes an interrupted one; nothing is applied twice.

Examples:
  brctl push catalog.jsonl.gz -e production
  brctl push catalog.jsonl --dry-run
  brctl plan catalog.jsonl -o plan.json && brctl push --plan plan.json
  brctl push catalog.jsonl --mode full --allow-shrink
  brctl push records.jsonl --input-format records
  brctl push feed.xml.gz --from google
  brctl push new.jsonl --base yesterday.jsonl --missing remove --split`;

/** `brctl push`: from a catalog file to searchable products. */
export function pushCommand(frame: Frame): Command {
  const command = new Command('push')
    .summary('Bring a catalog to the service and make it searchable: compare, deliver, wait, index, verify')
    .argument('[catalog]', 'catalog file, or - for stdin; not needed with --plan');
  addPlanOptions(command)
    .addOption(
      new Option('--plan <file>', 'push exactly what this saved plan says, or fail').conflicts(PLANNED),
    )
    .option('--no-verify', 'do not check that a search shows a changed product')
    .option('--dry-run', 'plan and check everything, but send nothing');
  return addWaitOptions(command, 'always')
    .description(PUSH_HELP)
    .action(action(frame, async () => pushAhead));
}

/** The catalogs are compared while the rest of a push is still being loaded. */
async function pushAhead(
  context: CommandContext,
  catalog: string | undefined,
  flags: PushFlags,
): Promise<number> {
  const { compareAhead } = await import('./compare-ahead.ts');
  const ahead = await compareAhead(context, catalog, flags);
  try {
    const { runPush } = await import('./push-run.ts');
    return await runPush(context, catalog, flags, ahead);
  } finally {
    await ahead?.close();
  }
}

const PLAN_HELP = `
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
    .description(PLAN_HELP)
    .action(action(frame, async () => (await import('./plan-run.ts')).runPlan));
}
