import { Command } from 'commander';
import { action, type Frame } from '../frame.ts';

/** `brctl init`: writes a `.brctlrc` to start from. */
export function initCommand(frame: Frame): Command {
  return new Command('init')
    .summary('Write a .brctlrc in this folder, with credentials as references to variables')
    .argument(
      '[environment]',
      'default environment: local, staging, production or a name of your own; staging unless told',
    )
    .option('--account-id <id>', "the merchant's account")
    .option('--catalog <name>', 'catalog name; also the domain key of searches')
    .option('--api-from <variable>', 'variable that will hold the key of the catalog API')
    .option('--auth-from <variable>', 'variable that will hold the auth_key of search')
    .option('--force', 'replace an existing .brctlrc')
    .description(
      '\nOn a terminal it asks for what no option tells, and checks the answers as brctl doctor does.\n\nExamples:\n  brctl init\n  brctl init staging --account-id 6702 --catalog products_en\n  brctl init production --api-from SHOP_API_KEY --auth-from SHOP_AUTH_KEY',
    )
    .action(action(frame, async () => (await import('../setup/init-run.ts')).runInit));
}
