import { Command } from 'commander';
import { BrctlError } from '../../errors.ts';
import { action, type Frame } from '../frame.ts';
import { fitHelp } from '../output/paragraphs.ts';

/** `brctl help [topic]`: help of a command, or of a topic that is not a command. */
export function helpCommand(frame: Frame): Command {
  return new Command('help')
    .description('Print help on a command or a topic: exit-codes, configuration, environments, formats')
    .argument('[topic...]', 'a command such as files ls, or a topic')
    .addHelpText('after', '\nExamples:\n  brctl help files ls\n  brctl help exit-codes')
    .action(
      action(frame, async (context, topic: string[]) => {
        const { findHelp } = await import('../help-topics.ts');
        const text = findHelp(frame.newProgram(), topic);
        if (text === undefined) {
          throw new BrctlError(`no help on ${JSON.stringify(topic.join(' '))}`, {
            kind: 'usage',
            code: 'usage.unknown_topic',
            hint: 'brctl help',
          });
        }
        const document = { schema: 'brctl.help/1', topic: topic.join(' '), text };
        await context.output.result(document, ({ columns }) => fitHelp(text, columns));
        return 0;
      }),
    );
}
