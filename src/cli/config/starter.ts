import { existsSync } from 'node:fs';
import { BrctlError } from '../../base/errors.ts';
import { usageError } from '../usage-error.ts';
import { BUILT_IN_ENVIRONMENTS } from './settings.ts';

export interface StarterOptions {
  environment: string;
  accountId: string | undefined;
  catalog: string | undefined;
  keyVariables: KeyVariables;
}

export interface KeyVariables {
  api: string;
  auth: string;
}

/** `BRCTL_STAGING_API_KEY` and `BRCTL_STAGING_AUTH_KEY`: project files reach variables that begin so. */
export function nameKeyVariables(environment: string): KeyVariables {
  const prefix = `BRCTL_${environment.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
  return { api: `${prefix}_API_KEY`, auth: `${prefix}_AUTH_KEY` };
}

const ADDRESSES = `    catalogUrl: https://YOUR_HOST/dataconnect/api/v1
    searchUrl: https://YOUR_HOST/api/v1/core/
    # also widgetUrl, pathwaysUrl, suggestUrl and sftpHost if you use them; then run brctl trust
`;

/** It names folders of the state, and variables. */
const ENVIRONMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Call it before the user is asked for anything.
 * @throws BrctlError usage for a name that no environment can have, and where there is a file already
 */
export function checkStart(file: string, environment: string, force: boolean): void {
  if (!ENVIRONMENT_NAME.test(environment)) {
    const message = `${JSON.stringify(environment)} cannot be the name of an environment`;
    const hint = 'use letters, digits, - _ and ., such as staging or qa-2';
    throw usageError('usage.bad_environment', message, hint);
  }
  if (existsSync(file) && !force) {
    throw new BrctlError('there already is a configuration file', {
      kind: 'usage',
      code: 'init.exists',
      file,
      hint: 'brctl init --force replaces it',
    });
  }
}

/** @throws BrctlError usage for what no variable can be called; what was typed is not told, as it may be the key itself */
export function checkVariables({ api, auth }: KeyVariables): void {
  if ([api, auth].every((name) => VARIABLE_NAME.test(name))) return;
  const hint = 'give the name of the variable, not the key: letters, digits and _, such as SHOP_API_KEY';
  throw usageError('usage.bad_variable', 'that cannot be the name of a variable', hint);
}

/** A configuration file that holds no secret: credentials are references to variables. */
export function formatStarter({
  environment,
  accountId = 'YOUR_ACCOUNT_ID',
  catalog = 'YOUR_CATALOG',
  keyVariables,
}: StarterOptions): string {
  const environments = environment === 'local' ? ['staging'] : [...new Set([environment, 'production'])];
  const formatEnvironment = (name: string) => {
    const { api, auth } = name === environment ? keyVariables : nameKeyVariables(name);
    return `  ${name}:
    accountId: ${JSON.stringify(accountId)}
    apiKey: \${${api}}
    authKey: \${${auth}}
    # sftpUser: ${catalog}
    # sftpKeyFile: ~/.ssh/brctl_${name}
${name in BUILT_IN_ENVIRONMENTS ? '' : ADDRESSES}`;
  };
  return `# Settings of brctl. Flags and BRCTL_... variables override this file;
# "brctl config show" prints where each value comes from.
environment: ${environment}
catalog: ${JSON.stringify(catalog)}
environments:
${environments.map(formatEnvironment).join('')}`;
}
