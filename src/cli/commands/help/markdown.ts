import { COMMON_OPTIONS, CONNECTION_OPTIONS, GLOBAL_OPTIONS } from '../../options.ts';
import { type CommandWords, groupByHeading, type HelpEntry } from './describe.ts';

const isEverywhere = ({ group }: HelpEntry) => group === COMMON_OPTIONS || group === GLOBAL_OPTIONS;
const isConnection = ({ group }: HelpEntry) => group === CONNECTION_OPTIONS;

/** Every option as a page of the documentation; an option that several commands take stands there once. */
export function renderOptionsPage(commands: readonly CommandWords[]): string {
  const [program, ...others] = commands;
  const leaves = others.filter(({ subcommands }) => subcommands.length === 0);
  const special = leaves.flatMap(({ path, options }) =>
    options
      .filter((option) => !isEverywhere(option) && !isConnection(option))
      .map((option) => ({ path, option, group: formatLine(option) })),
  );
  const byLine = groupByHeading(special);
  const shared = [...byLine].filter(([, those]) => those.length > 1);
  const byCommands = groupByHeading(
    shared.map(([line, those]) => ({ line, group: those.map(({ path }) => path).join(', ') })),
  );
  const listOwnOptions = (command: CommandWords) =>
    special.filter(({ path, group }) => path === command.path && byLine.get(group)?.length === 1);
  const withEverySetting = leaves.find(({ path }) => path === 'push');
  return `${[
    '# Options',
    'A duration is written `500ms`, `30s`, `5m` or `1h30m`.',
    '## Every command',
    formatLines((program?.options ?? []).filter(isEverywhere)),
    '## Commands that talk to the service',
    'Each setting is a flag: see [configuration](configuration.md).',
    formatLines((withEverySetting?.options ?? []).filter(isConnection)),
    '## Several commands',
    ...[...byCommands].flatMap(([names, those]) => [
      `### ${names}`,
      those.map(({ line }) => line).join('\n'),
    ]),
    ...leaves
      .filter((command) => listOwnOptions(command).length > 0)
      .flatMap((command) => [
        `## ${command.path}`,
        formatUsage(command),
        formatLines(listOwnOptions(command).map(({ option }) => option)),
      ]),
    '## Other commands',
    leaves
      .filter((command) => listOwnOptions(command).length === 0)
      .map((command) => `- ${formatUsage(command)}`)
      .join('\n'),
  ].join('\n\n')}\n`;
}

const formatUsage = ({ usage, description }: CommandWords) =>
  `\`${usage.replace(/^brctl | \[options\]$/g, '')}\`: ${description}.`;

const formatLines = (options: readonly HelpEntry[]) => options.map(formatLine).join('\n');

function formatLine({ term, description }: HelpEntry): string {
  return `- \`${term}\`: ${description}`.replaceAll('\n', ' ');
}
