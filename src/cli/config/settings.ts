/** Every setting: one name, spelled as a flag, as an environment variable and as a key of a file. */
export const SETTINGS = {
  environment: { flag: 'env', variable: 'BRCTL_ENV', type: 'text', help: 'environment to talk to' },
  accountId: {
    flag: 'account-id',
    variable: 'BRCTL_ACCOUNT_ID',
    type: 'text',
    help: "the merchant's account",
  },
  catalog: {
    flag: 'catalog',
    variable: 'BRCTL_CATALOG',
    type: 'text',
    help: 'catalog name; also the domain key of searches',
  },
  catalogUrl: {
    flag: 'catalog-url',
    variable: 'BRCTL_CATALOG_URL',
    type: 'url',
    help: 'base URL of the catalog API',
  },
  searchUrl: {
    flag: 'search-url',
    variable: 'BRCTL_SEARCH_URL',
    type: 'url',
    help: 'URL of search and category',
  },
  widgetUrl: {
    flag: 'widget-url',
    variable: 'BRCTL_WIDGET_URL',
    type: 'url',
    help: 'URL of the JSON widget',
  },
  pathwaysUrl: {
    flag: 'pathways-url',
    variable: 'BRCTL_PATHWAYS_URL',
    type: 'url',
    help: 'base URL of recommendation widgets',
  },
  suggestUrl: { flag: 'suggest-url', variable: 'BRCTL_SUGGEST_URL', type: 'url', help: 'URL of autosuggest' },
  sftpHost: { flag: 'sftp-host', variable: 'BRCTL_SFTP_HOST', type: 'text', help: 'SFTP host' },
  sftpPort: { flag: 'sftp-port', variable: 'BRCTL_SFTP_PORT', type: 'port', help: 'SFTP port' },
  sftpUser: { flag: 'sftp-user', variable: 'BRCTL_SFTP_USER', type: 'text', help: 'SFTP user' },
  sftpKeyFile: {
    flag: 'sftp-key-file',
    variable: 'BRCTL_SFTP_KEY_FILE',
    type: 'path',
    help: 'private key for SFTP',
  },
  knownHosts: {
    flag: 'known-hosts',
    variable: 'BRCTL_KNOWN_HOSTS',
    type: 'host-keys',
    help: 'known_hosts file, or the pinned host key: a SHA256:… fingerprint or the whole key',
  },
  state: {
    flag: 'state',
    variable: 'BRCTL_STATE',
    type: 'state',
    help: 'where pushes keep what they know: a folder, or sftp: for the SFTP folder, which machines share',
  },
  viewId: {
    flag: 'view-id',
    variable: 'BRCTL_VIEW_ID',
    type: 'text',
    help: 'view to search',
  },
  timeout: {
    flag: 'timeout',
    variable: 'BRCTL_TIMEOUT',
    type: 'duration',
    help: 'time limit of one request',
  },
  maxRetries: {
    flag: 'max-retries',
    variable: 'BRCTL_MAX_RETRIES',
    type: 'integer',
    help: 'how often to retry a request that is safe to repeat',
  },
} as const;

/** The value of `state` that stands for the merchant's own SFTP folder. */
export const STATE_ON_SFTP = 'sftp:';

export type SettingName = keyof typeof SETTINGS;

/** Secrets have no flag that takes a value: a process list would show it. */
export const SECRETS = {
  apiKey: { variable: 'BRCTL_API_KEY', help: 'Bearer key of the catalog API' },
  authKey: { variable: 'BRCTL_AUTH_KEY', help: 'auth_key of search' },
  acctAuth: { variable: 'BRCTL_ACCT_AUTH', help: 'acct_auth of the widget' },
  sftpPassphrase: { variable: 'BRCTL_SFTP_PASSPHRASE', help: 'passphrase of the SFTP key' },
} as const;

export type SecretName = keyof typeof SECRETS;

/** All keys that an environment of a file may have. */
export const ENVIRONMENT_KEYS: readonly string[] = [
  ...Object.keys(SETTINGS).filter((name) => name !== 'environment'),
  ...Object.keys(SECRETS),
];

/** Keys at the top of a file: the chosen environment, the environments, the settings of `serve`, defaults for all. */
export const FILE_KEYS: readonly string[] = ['environment', 'environments', 'serve', ...ENVIRONMENT_KEYS];

export type Defaults = Partial<Record<SettingName | SecretName, string>>;

const EVERYWHERE: Defaults = { knownHosts: '~/.ssh/known_hosts', maxRetries: '4' };

/** Where `brctl serve` listens unless it is told otherwise, and where the environment `local` looks for it. */
export const LOCAL_PORTS = { http: 4_747, sftp: 4_722 } as const;

const LOCAL_HTTP = `http://127.0.0.1:${LOCAL_PORTS.http}`;

/**
 * The environments that need no configuration: their addresses are public (doc, sdk: public-facts E).
 * `local` gets its own from the running `brctl serve`.
 */
export const BUILT_IN_ENVIRONMENTS: Readonly<Record<'local' | 'staging' | 'production', Defaults>> = {
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

/** What an environment of the configuration's own making starts from. */
export const OTHER_ENVIRONMENT: Defaults = { ...EVERYWHERE, sftpPort: '22' };
