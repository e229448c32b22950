import { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';

interface InitOptions {
  force?: boolean;
}

/** `brctl init`: writes a `.brctlrc` to start from. */
export function initCommand(frame: Frame): Command {
  return new Command('init')
    .description('Write a .brctlrc for this folder, with every credential as a reference to a variable')
    .argument(
      '[environment]',
      'environment it chooses: local, staging, production or one of your own',
      'staging',
    )
    .option('--account-id <id>', 'account of the merchant')
    .option('--catalog <name>', 'catalog, the domain key of searches')
    .option('--force', 'replace a .brctlrc that is there')
    .addHelpText('after', '\nExamples:\n  brctl init staging --account-id 6702 --catalog products_en')
    .action(
      action(
        frame,
        (context, environment: string, options: InitOptions & { accountId?: string; catalog?: string }) =>
          runInit(context, environment, options),
      ),
    );
}

async function runInit(
  context: CommandContext,
  environment: string,
  options: InitOptions & { accountId?: string; catalog?: string },
): Promise<undefined> {
  const { resolve } = await import('node:path');
  const { writeStarterFile } = await import('../../config/starter.ts');
  const file = resolve(context.cwd, '.brctlrc');
  await writeStarterFile(file, {
    environment,
    accountId: options.accountId,
    catalog: options.catalog,
    force: options.force === true,
  });
  const document = { schema: 'brctl.init/1', file, environment };
  await context.output.result(document, () => `${file}\n`);
  context.output.note('next: export the variables that it names, then brctl doctor');
  return undefined;
}
