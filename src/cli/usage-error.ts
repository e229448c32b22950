import type { CommanderError } from 'commander';
import { BrctlError } from '../base/errors.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { findNearest } from '../base/wording/find-nearest.ts';
import { formatCommand } from './command-line.ts';
import { SECRETS } from './config/settings.ts';

/** A wrong command line, and the right one. */
export function usageError(code: string, message: string, hint?: string, why?: string): BrctlError {
  return new BrctlError(message, { kind: 'usage', code, ...omitUndefined({ hint, why }) });
}

export function asUsageError(
  error: CommanderError,
  commandName: string,
  words: readonly string[] = [],
): BrctlError {
  if (error.code === 'commander.help')
    return usageError('usage.missing_command', 'a command is missing', `${commandName} --help`);
  const [message = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  // The value of an unknown option may be a secret, and output ends in logs.
  const first = message.replace(/^(unknown option '--[^=']+)=.*'$/s, "$1'");
  const code = error.code
    .replace('commander.', 'usage.')
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const secret = findSecretFlag(first);
  if (secret !== undefined) return secretFlagError(secret, code);
  if (error.code === 'commander.excessArguments' && commandName === 'brctl explain')
    return queryOperandError(first, code, words);
  const suggestion =
    rest.join(' ').match(/\(Did you mean (.*)\?\)/)?.[1] ??
    findNearestChoice(first) ??
    findOurName(first, commandName);
  const hint = suggestion === undefined ? `${commandName} --help` : `did you mean ${suggestion}?`;
  return usageError(code, first, hint);
}

/** Of the choices that a message lists, the one that was most likely meant. */
function findNearestChoice(message: string): string | undefined {
  const [, value, choices] =
    /argument '([^']+)' is invalid\. Allowed choices are (.+)\.$/.exec(message) ?? [];
  return value && choices ? findNearest(value, choices.split(', ')) : undefined;
}

/** Scripts that come from terraform name the option as it does. */
function findOurName(message: string, commandName: string): string | undefined {
  const isTheirs = message === "unknown option '--detailed-exitcode'";
  return isTheirs && ['brctl plan', 'brctl diff'].includes(commandName) ? '--exit-code' : undefined;
}

/** `brctl explain P7 "red lamp"`, as for a search. */
function queryOperandError(message: string, code: string, words: readonly string[]): BrctlError {
  const operands = words.slice(1, 3);
  const isPlain = operands.length === 2 && operands.every((word) => !word.startsWith('-'));
  const hint = isPlain
    ? formatCommand(['explain', operands[0] as string, '--query', operands[1] as string])
    : 'brctl explain <product> --query <query>';
  return usageError(code, message, hint);
}

const SECRET_FLAGS = Object.values(SECRETS).map(({ variable }) => ({
  flag: variable.replace('BRCTL_', '--').toLowerCase().replaceAll('_', '-'),
  variable,
}));

type SecretFlag = (typeof SECRET_FLAGS)[number];

/** `--api-key`, `--apiKey` and `--API_KEY` mean the same. */
function getLetters(flag: string): string {
  return flag.toLowerCase().replace(/[-_]/g, '');
}

function findSecretFlag(message: string): SecretFlag | undefined {
  const option = message.match(/^unknown option '(--[^']+)'$/)?.[1];
  return option === undefined
    ? undefined
    : SECRET_FLAGS.find(({ flag }) => getLetters(flag) === getLetters(option));
}

/** The value that stood behind the flag is not repeated: what is printed ends in logs. */
function secretFlagError({ flag, variable }: SecretFlag, code: string): BrctlError {
  const hint = `set ${variable}, or ${variable}_FILE to a file that holds it`;
  const message = `secrets cannot be given on the command line: ${flag}`;
  return usageError(code, message, hint, 'a process list would show it');
}
