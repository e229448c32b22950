import { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';

/** `brctl config`: what brctl is set to, and from where. */
export function configCommand(frame: Frame): Command {
  const show = new Command('show')
    .summary('Print each setting and where it came from; secrets are masked')
    .description('\nExamples:\n  brctl config show\n  brctl config show -e production --json')
    .action(action(frame, printSettings));
  const environments = new Command('environments')
    .summary('Print the environments to choose from, one per line')
    .description('\nExamples:\n  brctl config environments')
    .action(action(frame, printEnvironments));
  const resetUid = new Command('reset-uid')
    .summary('Forget the visitor id (_br_uid_2) sent with searches; the next search creates a new one')
    .description('\nExamples:\n  brctl config reset-uid')
    .action(action(frame, forgetVisitor));
  return new Command('config')
    .summary('Show the configuration')
    .addCommand(show)
    .addCommand(environments)
    .addCommand(resetUid);
}

async function printSettings(context: CommandContext): Promise<undefined> {
  const { runConfigShow } = await import('../../config/show.ts');
  const { printConfigShow } = await import('../output/config.ts');
  const shown = runConfigShow(await context.config());
  await context.output.result({ schema: 'brctl.config/1', ...shown }, (stdout) =>
    printConfigShow(shown, stdout),
  );
}

async function printEnvironments(context: CommandContext): Promise<undefined> {
  const { environments } = await context.config();
  await context.output.result({ schema: 'brctl.environments/1', environments }, () =>
    environments.map((name) => `${name}\n`).join(''),
  );
}

async function forgetVisitor(context: CommandContext): Promise<undefined> {
  const { resetVisitorId } = await import('../../state/visitor.ts');
  await resetVisitorId(context.paths.stateDir);
  await context.output.result({ schema: 'brctl.reset-uid/1', reset: true }, () => '');
  context.output.note('the next search makes a new visitor id');
}
