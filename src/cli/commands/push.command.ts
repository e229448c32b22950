import { Command, Option } from 'commander';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';
import type { PushFlags } from '../push/push-setup.ts';
import { addPlanOptions, PLANNED } from './plan-options.ts';
import { addWaitOptions } from './wait-options.ts';

const HELP = `
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
    .description(HELP)
    .action(action(frame, async () => pushAhead));
}

/** The catalogs are compared while the rest of a push is still being loaded. */
async function pushAhead(
  context: CommandContext,
  catalog: string | undefined,
  flags: PushFlags,
): Promise<number> {
  const { compareAhead } = await import('../push/compare-ahead.ts');
  const ahead = await compareAhead(context, catalog, flags);
  try {
    const { runPush } = await import('../push/push-run.ts');
    return await runPush(context, catalog, flags, ahead);
  } finally {
    await ahead?.close();
  }
}
