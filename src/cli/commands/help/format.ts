import type { Command, Help } from 'commander';

/**
 * Help with what people look for first: what a command does with examples, then the commands below it, then options.
 * Lines are as long as they are; `fitHelp` breaks them.
 */
export function formatHelp(command: Command, helper: Help): string {
  const width = helper.padWidth(command, helper);
  const item = (term: string, description: string) => `  ${term.padEnd(width)}  ${description}`;
  const list = <T>(
    heading: string,
    items: readonly T[],
    term: (one: T) => string,
    text: (one: T) => string,
  ) =>
    helper.formatItemList(
      heading,
      items.map((one) => item(term(one), text(one))),
      helper,
    );
  const commands = helper.groupItems(
    [...command.commands],
    helper.visibleCommands(command),
    (one) => one.helpGroup() || 'Commands:',
  );
  const options = helper.groupItems(
    [...command.options],
    helper.visibleOptions(command),
    (one) => one.helpGroupHeading ?? 'Options:',
  );
  return [
    `${helper.styleTitle('Usage:')} ${helper.styleUsage(helper.commandUsage(command))}`,
    '',
    helper.commandDescription(command),
    '',
    ...list(
      'Arguments:',
      helper.visibleArguments(command),
      (one) => helper.argumentTerm(one),
      (one) => helper.argumentDescription(one),
    ),
    ...[...commands].flatMap(([heading, those]) =>
      list(
        heading,
        those,
        (one) => helper.subcommandTerm(one),
        (one) => helper.subcommandDescription(one),
      ),
    ),
    ...[...options].flatMap(([heading, those]) =>
      list(
        heading,
        those,
        (one) => helper.optionTerm(one),
        (one) => helper.optionDescription(one),
      ),
    ),
  ].join('\n');
}
