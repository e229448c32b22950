import { Argument, Command, Option } from 'commander';
import { action, type Frame } from '../frame.ts';
import type { HelpFormat } from '../help/help-run.ts';

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

/** `brctl doctor`: is everything there that brctl needs? */
export function doctorCommand(frame: Frame): Command {
  return new Command('doctor')
    .summary('Check each credential and host, the SFTP host key and the clock, one line each')
    .description('\nExamples:\n  brctl doctor\n  brctl doctor -e staging --json')
    .action(action(frame, async () => (await import('../doctor/doctor-run.ts')).runDoctor));
}

const COMPLETION_EXAMPLES = `
Examples:
  source <(brctl completion bash)
  brctl completion zsh > "\${fpath[1]}/_brctl"
  brctl completion fish > ~/.config/fish/completions/brctl.fish`;

/** `brctl completion <shell>`: a script that completes commands and options. */
export function completionCommand(frame: Frame): Command {
  return new Command('completion')
    .summary('Print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .description(COMPLETION_EXAMPLES)
    .action(
      action(frame, async () => {
        const { runCompletion } = await import('../completion/completion-run.ts');
        return (context, shell: string) => runCompletion(context, frame.newProgram(), shell);
      }),
    );
}

const HELP_EXAMPLES = `
Examples:
  brctl help files ls
  brctl help exit-codes
  brctl help push --format man | man -l -
  brctl help diff --format json-schema`;

/** `brctl help [topic]`: help of a command, or of a topic that is not a command. */
export function helpCommand(frame: Frame): Command {
  return new Command('help')
    .summary('Print help on a command or a topic: exit-codes, configuration, environments, formats')
    .description(HELP_EXAMPLES)
    .addArgument(new Argument('[topic...]', 'a command such as files ls, or a topic'))
    .addOption(
      new Option(
        '--format <format>',
        'man: a page of the manual; markdown: every option of every command; json-schema: what --json prints',
      )
        .choices(['text', 'man', 'markdown', 'json-schema'])
        .default('text'),
    )
    .action(
      action(frame, async () => {
        const { runHelp } = await import('../help/help-run.ts');
        return (context, topic: string[], { format }: { format: HelpFormat }) =>
          runHelp(context, frame.newProgram(), topic, format);
      }),
    );
}
