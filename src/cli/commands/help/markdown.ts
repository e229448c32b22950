import { COMMON_OPTIONS, CONNECTION_OPTIONS, GLOBAL_OPTIONS } from '../../options.ts';
import type { CommandWords, OptionWords } from './describe.ts';

const EVERYWHERE = new Set([COMMON_OPTIONS, GLOBAL_OPTIONS]);

/** Every option as a page of the documentation; an option that several commands take stands there once. */
export function optionsPage(commands: readonly CommandWords[]): string {
  const [program, ...others] = commands;
  const leaves = others.filter(({ subcommands }) => subcommands.length === 0);
  const own = leaves.flatMap(({ path, options }) =>
    options
      .filter(({ group }) => !EVERYWHERE.has(group) && group !== CONNECTION_OPTIONS)
      .map((option) => ({ ...option, path })),
  );
  const byText = new Map<string, (OptionWords & { path: string })[]>();
  for (const option of own) byText.set(textOf(option), [...(byText.get(textOf(option)) ?? []), option]);
  const isShared = (option: OptionWords) => (byText.get(textOf(option))?.length ?? 0) > 1;
  const shared = [...byText.values()].filter((options) => options.length > 1);
  const withEverySetting = leaves.find(({ path }) => path === 'push');
  return `${[
    '# Options',
    'A duration is written `500ms`, `30s`, `5m` or `1h30m`.',
    '## Every command',
    optionList((program?.options ?? []).filter(({ group }) => EVERYWHERE.has(group))),
    '## Commands that talk to the service',
    'Each setting is a flag: see [configuration](configuration.md).',
    optionList((withEverySetting?.options ?? []).filter(({ group }) => group === CONNECTION_OPTIONS)),
    '## Several commands',
    ...sharedLists(shared),
    ...leaves.flatMap((command) => commandSection(command, isShared)),
    '## Other commands',
    leaves
      .filter((command) => onlyIn(command, isShared).length === 0)
      .map(usageLine)
      .join('\n'),
  ].join('\n\n')}\n`;
}

const textOf = ({ term, description }: OptionWords) => `${term}\n${description}`;

type IsShared = (option: OptionWords) => boolean;

function onlyIn({ options }: CommandWords, isShared: IsShared): OptionWords[] {
  return options.filter(
    (option) => !EVERYWHERE.has(option.group) && option.group !== CONNECTION_OPTIONS && !isShared(option),
  );
}

function commandSection(command: CommandWords, isShared: IsShared): string[] {
  const own = onlyIn(command, isShared);
  return own.length === 0 ? [] : [`## ${command.path}`, usageText(command), optionList(own)];
}

const usageText = ({ usage, description }: CommandWords) =>
  `\`${usage.replace(/^brctl | \[options\]$/g, '')}\`: ${description}.`;
const usageLine = (command: CommandWords) => `- ${usageText(command)}`;

/** Options that the same commands take, under the names of these commands. */
function sharedLists(shared: readonly (readonly (OptionWords & { path: string })[])[]): string[] {
  const byCommands = new Map<string, OptionWords[]>();
  for (const options of shared) {
    const commands = options.map(({ path }) => path).join(', ');
    byCommands.set(commands, [...(byCommands.get(commands) ?? []), options[0] as OptionWords]);
  }
  return [...byCommands].flatMap(([commands, options]) => [`### ${commands}`, optionList(options)]);
}

function optionList(options: readonly OptionWords[]): string {
  return options.map(({ term, description }) => `- \`${oneLine(term)}\`: ${oneLine(description)}`).join('\n');
}

const oneLine = (text: string) => text.replaceAll('\n', ' ');
