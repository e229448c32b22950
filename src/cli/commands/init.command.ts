import { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';

interface InitOptions {
  force?: boolean;
}

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
    .action(
      action(
        frame,
        (context, environment: string, options: InitOptions & { accountId?: string; catalog?: string }) =>
          runInit(context, environment, options),
      ),
    );
}

const QUESTIONS = [
  ['accountId', "the merchant's account"],
  ['catalog', 'catalog name'],
] as const;

async function runInit(
  context: CommandContext,
  environment: string,
  options: InitOptions & { accountId?: string; catalog?: string },
): Promise<undefined> {
  const { resolve } = await import('node:path');
  const { checkStart, writeStarterFile } = await import('../../config/starter.ts');
  const { ask } = await import('../ask.ts');
  const file = resolve(context.cwd, '.brctlrc');
  checkStart(file, environment, options.force === true);
  const missing = QUESTIONS.filter(([option]) => options[option] === undefined);
  const answers = await ask(
    context,
    missing.map(([, question]) => `${question} (Enter to fill it in later)`),
  );
  const answered = Object.fromEntries(missing.map(([option], at) => [option, answers[at]]));
  const { accountId, catalog } = { ...options, ...answered };
  await writeStarterFile(file, { environment, accountId, catalog });
  const document = { schema: 'brctl.init/1', file, environment };
  await context.output.result(document, () => `${file}\n`);
  context.output.note('next: export the variables it names, then run brctl doctor');
  return undefined;
}
