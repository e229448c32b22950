import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../context.ts';

/** Is everything set that an SFTP connection needs? Apart from what makes one, which takes long to load. */
export function hasSftpCredentials(context: CommandContext, config: Config): boolean {
  const hasKey = config.get('sftpKeyFile') !== undefined || context.env.SSH_AUTH_SOCK !== undefined;
  return hasKey && config.get('sftpHost') !== undefined && config.get('sftpUser') !== undefined;
}
