import { Argument, Command, Option } from 'commander';
import { BrctlError } from '../../errors.ts';
import { action, type Frame } from '../frame.ts';
import { fitHelp } from '../output/paragraphs.ts';

const EXAMPLES = `
Examples:
  brctl help files ls
  brctl help exit-codes
  brctl help push --format man | man -l -
  brctl help diff --format json-schema`;

/** `brctl help [topic]`: help of a command, or of a topic that is not a command. */
export function helpCommand(frame: Frame): Command {
  return new Command('help')
    .summary('Print help on a command or a topic: exit-codes, configuration, environments, formats')
    .description(EXAMPLES)
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
      action(frame, async (context, topic: string[], { format }: { format: string }) => {
        const name = topic.join(' ');
        const text = await helpText(frame, topic, format);
        if (text === undefined) {
          throw new BrctlError(`no help on ${JSON.stringify(name)}`, {
            kind: 'usage',
            code: 'usage.unknown_topic',
            hint: 'brctl help',
          });
        }
        await context.output.result({ schema: 'brctl.help/1', topic: name, text }, ({ columns }) =>
          format === 'text' ? fitHelp(text, columns) : text,
        );
        return 0;
      }),
    );
}

async function helpText(frame: Frame, topic: readonly string[], format: string): Promise<string | undefined> {
  const program = frame.newProgram();
  if (format === 'text') return (await import('../help/topics.ts')).findHelp(program, topic);
  if (format === 'json-schema')
    return (await import('../help/json-schema.ts')).printedSchemas(topic.join(' '));
  if (format === 'markdown' && topic.join(' ') === 'json')
    return (await import('../help/json-schema.ts')).jsonTable();
  const { describeProgram } = await import('../help/describe.ts');
  const commands = describeProgram(program);
  if (format === 'markdown') return (await import('../help/markdown.ts')).optionsPage(commands);
  const name = topic.join(' ');
  if (!commands.some(({ path }) => path === name)) return undefined;
  return (await import('../help/man.ts')).manPage(commands, name, frame.world.version);
}
