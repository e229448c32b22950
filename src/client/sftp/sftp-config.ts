import type { HostKeySource } from './host-key.ts';
import type { PrivateKey } from './private-key.ts';

/** Everything that a connection needs; read from the configuration by the caller. */
export interface SftpConfig {
  host: string;
  port: number;
  user: string;
  /** The key to log in with; without one the agent is asked. */
  key?: PrivateKey;
  /** Socket of an ssh-agent. */
  agentSocket?: string;
  hostKeys: HostKeySource;
  /** Bound on connecting and logging in. */
  connectTimeoutMs: number;
  /** Times a connection is tried before giving up. */
  tries: number;
}
