import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError, messageOf } from '../../../base/errors.ts';
import type { EngineChoice } from '../../../server/emulator-options.ts';
import type { CommandContext } from '../../context.ts';
import type { ServeFlags } from '../../shared/serve-flags.ts';

/**
 * What searches, by `--engine` and what goes with it. Name and password of the cluster's user come from the environment
 * alone: a command line can be read by everybody on the machine.
 * @throws BrctlError `usage` for what does not fit together, `config` for a file that cannot be read
 */
export async function engineChoice(context: CommandContext, flags: ServeFlags): Promise<EngineChoice> {
  const { engine, engineUrl, engineCa } = flags;
  if (engine === 'embedded') {
    const given =
      engineUrl !== undefined ? '--engine-url' : engineCa !== undefined ? '--engine-ca' : undefined;
    if (given === undefined) return { kind: 'embedded' };
    throw usage(`${given} requires --engine opensearch`, 'usage.conflict', 'add --engine opensearch');
  }
  if (engineUrl === undefined) {
    throw usage(
      '--engine opensearch needs the address of a cluster',
      'usage.missing_value',
      'add --engine-url http://127.0.0.1:9200',
    );
  }
  const urls = engineUrl.split(',').map(addressOf);
  const { BRCTL_ENGINE_USER: user, BRCTL_ENGINE_PASSWORD: password } = context.env;
  if (password !== undefined) context.redactor.add(password);
  const cluster: Extract<EngineChoice, { kind: 'opensearch' }>['cluster'] = {
    urls,
    ...(user !== undefined && user !== '' && { user, password: password ?? '' }),
    ...(engineCa !== undefined && { ca: await certificates(path.resolve(context.cwd, engineCa)) }),
  };
  return { kind: 'opensearch', cluster };
}

/** One address, without a slash at its end. Neither a name nor a password in it is ever shown. */
function addressOf(given: string): string {
  const url = URL.canParse(given.trim()) ? new URL(given.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const shown = given.includes('@') ? 'an address' : JSON.stringify(given);
    throw usage(
      `${shown} of --engine-url is no http or https address`,
      'usage.bad_value',
      'write it like --engine-url http://10.0.0.5:9200,http://10.0.0.6:9200',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw usage(
      `--engine-url has a name or a password for ${url.host} in it`,
      'usage.bad_value',
      'set BRCTL_ENGINE_USER and BRCTL_ENGINE_PASSWORD instead',
    );
  }
  return url.href.replace(/\/+$/, '');
}

async function certificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new BrctlError('the certificate file of --engine-ca cannot be read', {
      kind: 'config',
      code: 'serve.engine_ca',
      file,
      why: messageOf(error),
      hint: 'give a PEM file that you may read',
      cause: error,
    });
  }
}

function usage(message: string, code: string, hint: string): BrctlError {
  return new BrctlError(message, { kind: 'usage', code, hint });
}
