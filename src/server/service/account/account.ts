export interface Account {
  accountId: string;
  /** Bearer key of the catalog area (spec: Authentication). */
  apiKey: string;
  authKey: string;
  acctAuth: string;
  /** Catalogs the configuration lists: any other is refused. Null lets a catalog come into being with its first load. */
  catalogs: readonly string[] | null;
  defaultCatalog: string;
  sftpUser: string;
  sftpPublicKeys: readonly string[];
}
