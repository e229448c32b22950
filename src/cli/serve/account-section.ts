import { expandReferences } from '../../config/secrets.ts';
import { unknownKey } from '../../config/unknown-key.ts';
import type { EmulatorOptions } from '../../emulator/emulator-options.ts';
import { BrctlError } from '../../errors.ts';

type AccountSettings = NonNullable<EmulatorOptions['accounts']>[number];

const TEXTS = ['accountId', 'apiKey', 'authKey', 'acctAuth', 'defaultCatalog', 'sftpUser'];
const LISTS = ['catalogs', 'sftpPublicKeys'];

/**
 * One of `serve.accounts` of a configuration file. Keys may refer to variables as `${NAME}`; an id may be a number.
 *
 * @throws BrctlError `config` for an unknown key, naming the nearest, a value of the wrong kind, or a missing variable
 */
export function readAccount(
  account: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
  file: string,
): AccountSettings {
  const entries = Object.entries(account).map(([name, value]) => {
    if (TEXTS.includes(name) && (typeof value === 'string' || typeof value === 'number')) {
      return [name, expandReferences(String(value), `serve.accounts.${name}`, env)];
    }
    if (LISTS.includes(name) && isTextList(value)) return [name, value];
    throw badKey(name, file);
  });
  return Object.fromEntries(entries) as AccountSettings;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function badKey(name: string, file: string): BrctlError {
  const known = [...TEXTS, ...LISTS];
  if (known.includes(name)) {
    return new BrctlError(`serve.accounts.${name} has a value of the wrong type`, {
      kind: 'config',
      code: 'config.wrong_type',
      file,
      hint: LISTS.includes(name) ? 'it takes a list of texts' : 'it takes a text or a number',
    });
  }
  return unknownKey('serve.accounts.', name, known, file);
}
