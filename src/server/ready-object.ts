import type { Account } from './service/account/account.ts';

/** Where an instance is reached (docs/reference/serve.md, the ready object): members in this order. */
export interface ReadyObject {
  schema: 'brctl.serve/1';
  pid: number;
  catalogUrl: string;
  searchUrl: string;
  widgetUrl: string;
  pathwaysUrl: string;
  suggestUrl: string;
  sftp: { host: string; port: number; user: string; keyFile: string; hostKey: string };
  /** Every variable that a brctl process, or any other client, needs. */
  env: Record<string, string>;
}

export type FrontEndReady = Omit<ReadyObject, 'catalogUrl' | 'sftp'>;

interface SearchFacts {
  environment: string;
  pid: number;
  origin: string;
  certFile: string | null;
}

export interface ReadyFacts extends SearchFacts {
  account: Account;
  catalog: string;
  sftp: ReadyObject['sftp'];
  knownHostsFile: string;
}

/** The ready object of a running instance. It carries keys: files that hold it are for their owner only. */
export function describeReady(facts: ReadyFacts): ReadyObject {
  const { account, catalog, sftp, knownHostsFile } = facts;
  const catalogUrl = `${facts.origin}/dataconnect/api/v1`;
  const { schema, pid, env, ...searchUrls } = describeFrontEnd(facts);
  const { BRCTL_ENV = '', ...searchEnv } = env;
  return {
    schema,
    pid,
    catalogUrl,
    ...searchUrls,
    sftp,
    env: {
      BRCTL_ENV,
      BRCTL_ACCOUNT_ID: account.accountId,
      BRCTL_API_KEY: account.apiKey,
      BRCTL_AUTH_KEY: account.authKey,
      BRCTL_ACCT_AUTH: account.acctAuth,
      BRCTL_CATALOG: catalog,
      BRCTL_CATALOG_URL: catalogUrl,
      ...searchEnv,
      BRCTL_SFTP_HOST: sftp.host,
      BRCTL_SFTP_PORT: String(sftp.port),
      BRCTL_SFTP_USER: sftp.user,
      BRCTL_SFTP_KEY_FILE: sftp.keyFile,
      BRCTL_KNOWN_HOSTS: knownHostsFile,
    },
  };
}

/** The ready object of a process that only searches. Its accounts' keys come from the cluster; the caller has them. */
export function describeFrontEnd({ environment, pid, origin, certFile }: SearchFacts): FrontEndReady {
  const urls = {
    searchUrl: `${origin}/api/v1/core/`,
    widgetUrl: `${origin}/v3/fetch_widget`,
    pathwaysUrl: `${origin}/api/v2/widgets/`,
    suggestUrl: `${origin}/api/v2/suggest/`,
  };
  return {
    schema: 'brctl.serve/1',
    pid,
    ...urls,
    env: {
      BRCTL_ENV: environment,
      BRCTL_SEARCH_URL: urls.searchUrl,
      BRCTL_WIDGET_URL: urls.widgetUrl,
      BRCTL_PATHWAYS_URL: urls.pathwaysUrl,
      BRCTL_SUGGEST_URL: urls.suggestUrl,
      ...(certFile !== null && { NODE_EXTRA_CA_CERTS: certFile }),
    },
  };
}
