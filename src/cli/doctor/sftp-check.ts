import { SftpLink } from '../../client/sftp/link.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../context.ts';
import { hasSftpCredentials } from '../sftp/sftp-credentials.ts';
import { readSftpConfig } from '../sftp/sftp-link.ts';
import type { Check } from './check.ts';

/** Host key, login and folder of SFTP, where a key is configured. */
export function sftpCheck(context: CommandContext, config: Config): Check {
  return {
    name: 'SFTP',
    async run() {
      if (!hasSftpCredentials(context, config)) return undefined;
      const sftp = { ...(await readSftpConfig(context, config)), tries: 1 };
      const link = new SftpLink({ config: sftp, signal: context.signal, timing: context });
      try {
        const entries = await link.use((folder) => folder.list('.'));
        return `${sftp.host}:${sftp.port} is known and lets ${sftp.user} in (${entries.length === 1 ? '1 entry' : `${entries.length} entries`})`;
      } finally {
        await link.end();
      }
    },
  };
}
