import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { locateDistFile } from '../../../base/files/built-file.ts';
import { findNearest } from '../../../base/wording/find-nearest.ts';
import type { CommandContext } from '../../context.ts';
import { wrapHelp } from '../../output/wrap-text.ts';
import { usageError } from '../../usage-error.ts';

export type HelpFormat = 'text' | 'man' | 'markdown' | 'json-schema';

/**
 * Help on a command or a topic; each format is loaded when it is asked for.
 * @param program with every option of every command
 * @throws BrctlError `usage.unknown_topic`
 */
export async function runHelp(
  { output, version }: CommandContext,
  program: Command,
  topic: readonly string[],
  format: HelpFormat,
): Promise<void> {
  const name = topic.join(' ');
  const text = await formatHelpText(program, topic, format, version);
  if (text === undefined) {
    const { HELP_TOPICS } = await import('./topics.ts');
    const meant = findNearest(name, [...program.commands.map((command) => command.name()), ...HELP_TOPICS]);
    const hint = meant === undefined ? 'brctl help' : `did you mean ${meant}?`;
    throw usageError('usage.unknown_topic', `no help on ${JSON.stringify(name)}`, hint);
  }
  await output.result({ schema: 'brctl.help/1', topic: name, text }, ({ columns }) =>
    format === 'text' ? wrapHelp(text, columns) : text,
  );
}

async function formatHelpText(
  program: Command,
  topic: readonly string[],
  format: HelpFormat,
  version: string,
): Promise<string | undefined> {
  const name = topic.join(' ');
  if (format === 'text') return (await import('./topics.ts')).findHelp(program, topic);
  if (format === 'json-schema') return await readSchema(name);
  const { describeProgram } = await import('./describe.ts');
  const commands = describeProgram(program);
  if (format === 'markdown') return (await import('./markdown.ts')).renderOptionsPage(commands);
  if (!commands.some(({ path }) => path === name)) return undefined;
  return (await import('./man.ts')).renderManPage(commands, name, version);
}

/** The schema of what a command prints, or for no command all of them by the names of their files. */
async function readSchema(command: string): Promise<string | undefined> {
  const text = await readFile(locateDistFile('json-schemas.json'), 'utf8');
  // Of docs/schema: one document, or several with one `schema`.
  const schemas = JSON.parse(text) as Record<string, { title?: string; anyOf?: { title: string }[] }>;
  const isSchema = ({ title }: { title?: string }) => title === `brctl ${command} --json`;
  const document =
    command === ''
      ? schemas
      : Object.values(schemas).find((schema) => isSchema(schema) || schema.anyOf?.some(isSchema));
  return document && `${JSON.stringify(document, null, 2)}\n`;
}
