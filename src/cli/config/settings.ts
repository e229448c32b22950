/** Every setting: its type and help. */
const SETTING_TYPES = {
  environment: ['text', 'environment to talk to'],
  accountId: ['text', "the merchant's account"],
  catalog: ['text', 'catalog name; also the domain key of searches'],
  catalogUrl: ['url', 'base URL of the catalog API'],
  searchUrl: ['url', 'URL of search and category'],
  widgetUrl: ['url', 'URL of the JSON widget'],
  pathwaysUrl: ['url', 'base URL of recommendation widgets'],
  suggestUrl: ['url', 'URL of autosuggest'],
  sftpHost: ['text', 'SFTP host'],
  sftpPort: ['port', 'SFTP port'],
  sftpUser: ['text', 'SFTP user'],
  sftpKeyFile: ['path', 'private key for SFTP'],
  knownHosts: [
    'host-keys',
    'known_hosts file, or the pinned host key: a SHA256:… fingerprint or the whole key',
  ],
  state: [
    'state',
    'where to store push state: a folder, or sftp: for the SFTP folder, shared between machines',
  ],
  viewId: ['text', 'view to search'],
  timeout: ['duration', 'time limit of one request'],
  maxRetries: ['integer', 'how often to retry a request that is safe to repeat'],
} as const;

export type SettingName = keyof typeof SETTING_TYPES;

interface Setting {
  flag: string;
  variable: string;
  type: (typeof SETTING_TYPES)[SettingName][0];
  help: string;
}

/** `sftpHost` is `--sftp-host` on a command line and `BRCTL_SFTP_HOST` in the environment. */
function nameSetting([name, [type, help]]: [string, (typeof SETTING_TYPES)[SettingName]]): [string, Setting] {
  const flag =
    name === 'environment' ? 'env' : name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  return [name, { flag, variable: `BRCTL_${flag.replaceAll('-', '_').toUpperCase()}`, type, help }];
}

// `fromEntries` forgets the names.
export const SETTINGS = Object.fromEntries(Object.entries(SETTING_TYPES).map(nameSetting)) as Readonly<
  Record<SettingName, Setting>
>;

/** The value of `state` that stands for the merchant's own SFTP folder. */
export const STATE_ON_SFTP = 'sftp:';

/** Secrets have no flag that takes a value: a process list would show it. */
export const SECRETS = {
  apiKey: { variable: 'BRCTL_API_KEY', help: 'Bearer key of the catalog API' },
  authKey: { variable: 'BRCTL_AUTH_KEY', help: 'auth_key of search' },
  acctAuth: { variable: 'BRCTL_ACCT_AUTH', help: 'acct_auth of the widget' },
  sftpPassphrase: { variable: 'BRCTL_SFTP_PASSPHRASE', help: 'passphrase of the SFTP key' },
} as const;

export type SecretName = keyof typeof SECRETS;

export const ENVIRONMENT_KEYS: readonly string[] = [
  ...Object.keys(SETTINGS).filter((name) => name !== 'environment'),
  ...Object.keys(SECRETS),
];

/** Keys at the top of a file: the chosen environment, the environments, the settings of `serve`, defaults for all. */
export const FILE_KEYS: readonly string[] = ['environment', 'environments', 'serve', ...ENVIRONMENT_KEYS];

export type Defaults = Partial<Record<SettingName | SecretName, string>>;

export const DEFAULT_KNOWN_HOSTS = '~/.ssh/known_hosts';

const EVERYWHERE: Defaults = { knownHosts: DEFAULT_KNOWN_HOSTS, maxRetries: '4' };

/** Where `brctl serve` listens unless it is told otherwise, and where the environment `local` looks for it. */
export const LOCAL_PORTS = { http: 4_747, sftp: 4_722 } as const;

const LOCAL_HTTP = `http://127.0.0.1:${LOCAL_PORTS.http}`;

/**
 * The environments that need no configuration: their addresses are public (doc, sdk: public-facts E). `local` gets its
 * own from the running `brctl serve`.
 */
export const BUILT_IN_ENVIRONMENTS: Readonly<Record<string, Defaults>> = {
  local: {
    ...EVERYWHERE,
    catalogUrl: `${LOCAL_HTTP}/dataconnect/api/v1`,
    searchUrl: `${LOCAL_HTTP}/api/v1/core/`,
    widgetUrl: `${LOCAL_HTTP}/v3/fetch_widget`,
    pathwaysUrl: `${LOCAL_HTTP}/api/v2/widgets/`,
    suggestUrl: `${LOCAL_HTTP}/api/v2/suggest/`,
    sftpHost: '127.0.0.1',
    sftpPort: String(LOCAL_PORTS.sftp),
  },
  staging: {
    ...EVERYWHERE,
    catalogUrl: 'https://api-staging.connect.bloomreach.com/dataconnect/api/v1',
    searchUrl: 'https://staging-core.dxpapi.com/api/v1/core/',
    widgetUrl: 'https://bsapi-test.brsrvr.com/v3/fetch_widget',
    pathwaysUrl: 'https://pathways-staging.dxpapi.com/api/v2/widgets/',
    suggestUrl: 'https://staging-suggest.dxpapi.com/api/v2/suggest/',
    sftpHost: 'sftp-staging.connect.bloomreach.com',
    sftpPort: '22',
  },
  production: {
    ...EVERYWHERE,
    catalogUrl: 'https://api.connect.bloomreach.com/dataconnect/api/v1',
    searchUrl: 'https://core.dxpapi.com/api/v1/core/',
    pathwaysUrl: 'https://pathways.dxpapi.com/api/v2/widgets/',
    suggestUrl: 'https://suggest.dxpapi.com/api/v2/suggest/',
    sftpHost: 'sftp.connect.bloomreach.com',
    sftpPort: '22',
  },
};

/** Domains of the hosted service, which may get keys whatever file leads there (doc, sdk: public-facts E). */
export const SERVICE_DOMAINS = ['connect.bloomreach.com', 'dxpapi.com', 'brsrvr.com'];

export const OTHER_ENVIRONMENT: Defaults = { ...EVERYWHERE, sftpPort: '22' };
