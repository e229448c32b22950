/** One merchant account of an environment, with everything a client needs to reach it. */
export interface Account {
  accountId: string;
  /** Bearer key of the catalog area (spec: Authentication). */
  apiKey: string;
  /** `auth_key` of search, category, content, suggest and pathways. */
  authKey: string;
  /** `acct_auth` of the widget. */
  acctAuth: string;
  /** Catalogs the configuration lists: any other is refused. Null lets a catalog come into being with its first load. */
  catalogs: readonly string[] | null;
  /** The catalog that `BRCTL_CATALOG` names. */
  defaultCatalog: string;
  sftpUser: string;
  /** OpenSSH public keys allowed to log in. */
  sftpPublicKeys: readonly string[];
}
