import { access } from 'node:fs/promises';
import { BrctlError } from '../errors.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { BUILT_IN_ENVIRONMENTS } from './settings.ts';

export interface StarterOptions {
  environment: string;
  accountId: string | undefined;
  catalog: string | undefined;
  force: boolean;
}

/** Only staging and production have public addresses. */
const ADDRESSES = `    catalogUrl: https://YOUR_HOST/dataconnect/api/v1
    searchUrl: https://YOUR_HOST/api/v1/core/
    # also widgetUrl, pathwaysUrl, suggestUrl and sftpHost if you use them
`;

/**
 * Writes a configuration file that holds no secret: credentials are references to variables.
 * @throws BrctlError usage when the file is there already
 */
export async function writeStarterFile(file: string, options: StarterOptions): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists && !options.force) {
    throw new BrctlError('there already is a configuration file', {
      kind: 'usage',
      code: 'init.exists',
      file,
      hint: 'brctl init --force replaces it',
    });
  }
  await writeFileAtomically(file, starterText(options), 0o600);
}

function starterText({
  environment,
  accountId = 'YOUR_ACCOUNT_ID',
  catalog = 'YOUR_CATALOG',
}: StarterOptions): string {
  const environments = environment === 'local' ? ['staging'] : [...new Set([environment, 'production'])];
  const section = (name: string) => {
    const prefix = name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
    return `  ${name}:
    accountId: ${JSON.stringify(accountId)}
    apiKey: \${${prefix}_API_KEY}
    authKey: \${${prefix}_AUTH_KEY}
    # sftpUser: ${catalog}
    # sftpKeyFile: ~/.ssh/brctl_${name}
${name in BUILT_IN_ENVIRONMENTS ? '' : ADDRESSES}`;
  };
  return `# Settings of brctl. Flags and BRCTL_... variables override this file; "brctl config show" prints where each value comes from.
environment: ${environment}
catalog: ${JSON.stringify(catalog)}
environments:
${environments.map(section).join('')}`;
}
