import { parseDuration } from '../../config/duration.ts';
import { nearest } from '../../config/nearest.ts';
import type { EmulatorOptions } from '../../emulator/emulator-options.ts';
import { BrctlError } from '../../errors.ts';
import type { ServeFlags } from '../commands/serve.command.ts';

/** The `serve` section of a configuration file: flags by their names, and what has no flag. */
export type ServeSection = Partial<Omit<ServeFlags, 'engine' | 'readyFile' | 'exec'>> &
  Pick<EmulatorOptions, 'accounts' | 'search' | 'answers'>;

type Reader = (value: unknown) => unknown;

const KEYS: Readonly<Record<keyof ServeSection, Reader>> = {
  port: wholeNumber,
  sftpPort: wholeNumber,
  host: text,
  data: text,
  memory: yesOrNo,
  load: textList,
  jobDelay: (value) => parseDuration(String(value), 'serve.jobDelay'),
  environments: (value) => (Array.isArray(value) ? value.join(',') : text(value)),
  tlsCert: text,
  tlsKey: text,
  loose: yesOrNo,
  maxOperations: wholeNumber,
  log: text,
  accounts: list,
  search: map,
  answers: map,
};

/**
 * Checks the `serve` section.
 * @throws BrctlError `config` for an unknown key, naming the nearest, or a value of the wrong kind
 */
export function readServeSection(
  section: Readonly<Record<string, unknown>>,
  files: readonly string[],
): ServeSection {
  const entries = Object.entries(section).map(([name, value]) => {
    const reader = KEYS[name as keyof ServeSection];
    if (reader === undefined) throw unknownKey(name, files);
    const read = reader(value);
    if (read === undefined) throw wrongValue(name, files);
    return [name, read];
  });
  return Object.fromEntries(entries) as ServeSection;
}

function unknownKey(name: string, files: readonly string[]): BrctlError {
  const known = Object.keys(KEYS);
  const meant = nearest(name, known);
  return new BrctlError(`unknown key serve.${name}`, {
    kind: 'config',
    code: 'config.unknown_key',
    ...(files[0] !== undefined && { file: files[0] }),
    hint: meant === undefined ? `known keys: ${known.join(', ')}` : `did you mean serve.${meant}?`,
  });
}

function wrongValue(name: string, files: readonly string[]): BrctlError {
  return new BrctlError(`serve.${name} has a value of the wrong kind`, {
    kind: 'config',
    code: 'config.wrong_type',
    ...(files[0] !== undefined && { file: files[0] }),
  });
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textList(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

function yesOrNo(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function list(value: unknown): unknown[] | undefined {
  return Array.isArray(value) && value.every((one) => map(one) !== undefined) ? value : undefined;
}

function map(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
