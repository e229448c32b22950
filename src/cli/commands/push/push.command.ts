import { Command, Option } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';
import {
  addWaitOptions,
  ChoiceCommand,
  createLockTimeoutOption,
  createMaxOpsOption,
  DELIVERY_OPTIONS,
  readDuration,
} from '../../options.ts';
import { addPlanOptions } from '../../shared/plan-options.ts';

const PUSH_HELP = `
Compares with the catalog last pushed from this machine, or with --base. Run it again after an interruption: it resumes
and never applies a delta twice.

Examples:
  brctl push catalog.jsonl.gz -e production
  brctl plan catalog.jsonl -o plan.json && brctl push --plan plan.json
  brctl push feed.xml.gz --from google`;

export function pushCommand(frame: Frame): Command {
  const command = new ChoiceCommand('push')
    .summary('Push a catalog and make it searchable: compare, send, index, verify')
    .argument('[catalog]', 'catalog file, or - for stdin; not needed with --plan');
  // A saved plan holds these.
  const planned = addPlanOptions(command).options.map((option) => option.attributeName());
  command
    .optionsGroup('What to send:')
    .addOption(new Option('--plan <file>', 'push this saved plan; fail if it is stale').conflicts(planned))
    .addOption(createLockTimeoutOption())
    .option('--dry-run', 'plan and check everything, but send nothing');
  return addWaitOptions(command, 'always')
    .option('--no-verify', 'skip the search that verifies the push')
    .addOption(createVisibleTimeout())
    .description(PUSH_HELP)
    .action(wrapAction(frame, async () => (await import('./push-run.ts')).runPush));
}

function createVisibleTimeout(): Option {
  return new Option(
    '--visible-timeout <duration>',
    'wait this long for a search to show the change (default: 5m30s)',
  )
    .argParser(readDuration)
    .helpGroup(DELIVERY_OPTIONS);
}

const PLAN_HELP = `
Compares as a push would and sends nothing. You can save a plan and push it later. If the catalog, the base or the
service has changed since, that push exits 4 and sends nothing. Exits 11 if a guard would refuse the push.

Examples:
  brctl plan catalog.jsonl
  brctl plan catalog.jsonl -o plan.json && brctl push --plan plan.json
  brctl plan catalog.jsonl --format markdown > comment.md`;

export function planCommand(frame: Frame): Command {
  const command = new ChoiceCommand('plan')
    .summary("Preview a push: what changes, what is sent, each guard's verdict")
    .argument('<catalog>', 'catalog file, or - for stdin')
    .option('-o, --output <file>', 'save the plan for push --plan')
    .option('--exit-code', 'exit 10 when something would be sent, 11 when a guard refuses')
    .choice('--format <format>', 'format of the plan', ['text', 'markdown'], 'text');
  return addPlanOptions(command)
    .description(PLAN_HELP)
    .action(wrapAction(frame, async () => (await import('./plan-run.ts')).runPlan));
}

const ROLLBACK_HELP = `
brctl keeps the last three applied catalogs. Shows the plan, asks, and pushes; without a terminal it needs --because.

Examples:
  brctl rollback
  brctl rollback --list
  brctl rollback --to 2026-11-23T06:00:00Z --because "prices were in cents"`;

export function rollbackCommand(frame: Frame): Command {
  const command = new Command('rollback')
    .summary('Push an earlier catalog again: show the plan, ask, push')
    .argument('[catalog]', 'catalog name (default: the configured one)')
    .option('--list', 'list the stored catalogs')
    .option('--to <which>', 'job, time, or number of catalogs back (see --list)')
    .option('--because <why>', 'reason, instead of the question; stored with the request')
    .option('--split', 'send a large delta as several jobs, never dividing a product')
    .addOption(createMaxOpsOption())
    .option('--no-verify', 'skip the search that verifies the push')
    .addOption(createLockTimeoutOption())
    // The operand is the setting of the same name.
    .hook('preAction', (acting) => {
      const [catalog] = acting.args;
      if (catalog !== undefined) acting.setOptionValueWithSource('catalog', catalog, 'cli');
    });
  return addWaitOptions(command, 'always')
    .addOption(createVisibleTimeout())
    .description(ROLLBACK_HELP)
    .action(wrapAction(frame, async () => (await import('./rollback-run.ts')).runRollback));
}
