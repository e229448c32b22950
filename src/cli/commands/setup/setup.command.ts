import { Command } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';

export function initCommand(frame: Frame): Command {
  return new Command('init')
    .summary('Write a .brctlrc that refers to credentials in variables')
    .argument(
      '[environment]',
      'default environment: local, staging, production or your own name (default: staging)',
    )
    .option('--account-id <id>', "the merchant's account")
    .option('--catalog <name>', 'catalog name; also the domain key of searches')
    .option('--api-from <variable>', 'variable that will hold the key of the catalog API')
    .option('--auth-from <variable>', 'variable that will hold the auth_key of search')
    .option('--force', 'replace an existing .brctlrc')
    .description(
      '\nOn a terminal, it prompts for missing values and checks them like brctl doctor.\n\nExamples:\n  brctl init\n  brctl init staging --account-id 6702 --catalog products_en\n  brctl init production --api-from SHOP_API_KEY --auth-from SHOP_AUTH_KEY',
    )
    .action(wrapAction(frame, async () => (await import('./init-run.ts')).runInit));
}

export function configCommand(frame: Frame): Command {
  const show = new Command('show')
    .summary('Print each setting and where it came from; secrets are masked')
    .description('\nExamples:\n  brctl config show\n  brctl config show -e production --json')
    .action(wrapAction(frame, async () => (await import('./config-run.ts')).runConfigShow));
  const environments = new Command('environments')
    .summary('Print the environments to choose from, one per line')
    .description('\nExamples:\n  brctl config environments')
    .action(wrapAction(frame, async () => (await import('./config-run.ts')).runConfigEnvironments));
  const resetUid = new Command('reset-uid')
    .summary('Forget the visitor id (_br_uid_2) sent with searches')
    .description('\nExamples:\n  brctl config reset-uid')
    .action(wrapAction(frame, async () => (await import('./config-run.ts')).runConfigResetUid));
  return new Command('config')
    .summary('Show settings and where they come from')
    .addCommand(show)
    .addCommand(environments)
    .addCommand(resetUid);
}

export function trustCommand(frame: Frame): Command {
  return new Command('trust')
    .summary('Trust the .brctlrc of a folder: any variable, address, host key and state')
    .argument('[folder]', 'folder of the file, or one below it (default: the working folder)')
    .description(
      '\nHolds until the file changes. Without it, the file of a cloned repository reads only variables that begin with BRCTL_,\nsends keys only to the hosted service and this machine, and sets no host keys and no state folder. Read the file first.\n\nExamples:\n  brctl trust\n  brctl trust ~/shop',
    )
    .action(wrapAction(frame, async () => (await import('./config-run.ts')).runTrust));
}

export function doctorCommand(frame: Frame): Command {
  return new Command('doctor')
    .summary('Check credentials, hosts, the SFTP host key and the clock')
    .description('\nExamples:\n  brctl doctor\n  brctl doctor -e staging --json')
    .action(wrapAction(frame, async () => (await import('./doctor-run.ts')).runDoctor));
}
