import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';

/** `brctl config`: what brctl is set to, and from where. */
export function configCommand(frame: Frame): Command {
  const show = new Command('show')
    .summary('Print each setting and where it came from; secrets are masked')
    .description('\nExamples:\n  brctl config show\n  brctl config show -e production --json')
    .action(action(frame, async () => (await import('../setup/config-run.ts')).runConfigShow));
  const environments = new Command('environments')
    .summary('Print the environments to choose from, one per line')
    .description('\nExamples:\n  brctl config environments')
    .action(action(frame, async () => (await import('../setup/config-run.ts')).runConfigEnvironments));
  const resetUid = new Command('reset-uid')
    .summary('Forget the visitor id (_br_uid_2) sent with searches; the next search creates a new one')
    .description('\nExamples:\n  brctl config reset-uid')
    .action(action(frame, async () => (await import('../setup/config-run.ts')).runConfigResetUid));
  return new Command('config')
    .summary('Show the configuration')
    .addCommand(show)
    .addCommand(environments)
    .addCommand(resetUid);
}
