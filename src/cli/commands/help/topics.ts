import type { Command } from 'commander';
import { SECRETS, SETTINGS } from '../../config/settings.ts';
import { EXIT_CODES } from '../../exit-codes.ts';

function describeConfiguration(): string {
  const rows = [
    ...Object.entries(SETTINGS).map(([name, { flag, variable, help }]) => [
      name,
      `--${flag}`,
      variable,
      help,
    ]),
    ...Object.entries(SECRETS).map(([name, { variable, help }]) => [
      name,
      '(no flag)',
      `${variable}, ${variable}_FILE`,
      help,
    ]),
  ];
  const measure = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  const table = rows.map((row) =>
    row.map((cell, index) => (index < 3 ? cell.padEnd(measure(index)) : cell)).join('  '),
  );
  return `Each setting has one name. The first of these to set it wins: flag, environment variable, the project's .brctlrc (in this
folder or the nearest one above), the user's config.yaml in the XDG configuration folder, default. "brctl config show"
prints where each value came from.

${table.map((row) => `  ${row}`).join('\n')}

Secrets are never given on the command line. In a file, write \${NAME} to take one from a variable.
`;
}

const TOPICS: Readonly<Record<string, () => string>> = {
  'exit-codes': () =>
    `${EXIT_CODES.map(([code, meaning]) => `${String(code).padStart(5)}  ${meaning}`).join('\n')}\n\nA job that ends skipped exits 0 and says so.\n`,
  configuration: describeConfiguration,
  environments: () => `  local       built in: the brctl serve running on this machine, keys included
  staging     the service's public staging addresses
  production  the service's public production addresses
  others      any name under "environments" in .brctlrc

Choose one with -e NAME, BRCTL_ENV or "environment" in .brctlrc; the default is local.
`,
  formats:
    () => `  catalog     JSON Lines: one {"op":"add","path":"/products/<id>","value":{"attributes":{…},"variants":{…},"views":{…}}} per line
  delta       JSON Lines: add and remove operations on products, items and their parts
  json-patch  the same operations as one JSON array, at most 5 MB
  records     plain records: one {"id":…,"attributes":{…}} per line (--from records)

A path may be - for stdin or stdout; .gz files are read and written.
`,
};

export const HELP_TOPICS: readonly string[] = Object.keys(TOPICS);

/** Help on a command or a topic; undefined when there is none of that name. */
export function findHelp(program: Command, topic: readonly string[]): string | undefined {
  const [first, ...rest] = topic;
  if (first === undefined) return program.helpInformation();
  const text = rest.length === 0 ? TOPICS[first] : undefined;
  if (text !== undefined) return text();
  let command: Command | undefined = program;
  for (const name of topic) command = command?.commands.find((candidate) => candidate.name() === name);
  return command?.helpInformation();
}
