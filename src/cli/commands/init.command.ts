import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';

/** `brctl init`: writes a `.brctlrc` to start from. */
export function initCommand(frame: Frame): Command {
  return new Command('init')
    .summary('Write a .brctlrc in this folder, with credentials as references to variables')
    .argument(
      '[environment]',
      'default environment: local, staging, production or a name of your own',
      'staging',
    )
    .option('--account-id <id>', "the merchant's account")
    .option('--catalog <name>', 'catalog name; also the domain key of searches')
    .option('--force', 'replace an existing .brctlrc')
    .description('\nExamples:\n  brctl init staging --account-id 6702 --catalog products_en')
    .action(action(frame, async () => (await import('../setup/init-run.ts')).runInit));
}
