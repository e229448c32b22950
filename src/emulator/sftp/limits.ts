/** Bounds that keep one client from taking the whole service. */
export interface SftpLimits {
  /** Clients that are logged in at a time. */
  connections: number;
  /** Clients at a time that are not logged in yet. */
  logins: number;
  /** Time from connecting to being logged in. */
  loginMs: number;
  /** Time without a request. */
  idleMs: number;
}

export const DEFAULT_SFTP_LIMITS: SftpLimits = {
  connections: 64,
  logins: 64,
  loginMs: 30_000,
  idleMs: 600_000,
};
