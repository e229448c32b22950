import { arch, platform, versions } from 'node:process';
import { ReconnectingSftp } from '../../../client/sftp/reconnecting-sftp.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { exitCodeOf } from '../../exit-codes.ts';
import { hasSftpCredentials, withHttpClient } from '../../shared/caller.ts';
import { readSftpConfig } from '../../shared/sftp-link.ts';
import { type Diagnosis, type DoctorCheck, diagnose } from './check.ts';
import {
  catalogCheck,
  clockCheck,
  engineCheck,
  ownService,
  searchCheck,
  watchDates,
  widgetCheck,
} from './checks.ts';
import { printDiagnosis } from './doctor-output.ts';

/** Checks everything that the chosen environment is configured for; the exit code is that of the first failure. */
export async function runDoctor(context: CommandContext): Promise<number> {
  const config = await context.config();
  const { findings, failure } = await examine(context, config);
  await printDiagnosis(context.output, config.environment, findings);
  return failure === undefined ? 0 : exitCodeOf(failure);
}

function examine(context: CommandContext, config: Config): Promise<Diagnosis> {
  return withHttpClient(context, config, (caller) => {
    const { caller: watched, serviceTime } = watchDates({ ...caller, retry: { ...caller.retry, tries: 1 } });
    const { signal } = context;
    const service = ownService(config, watched, signal);
    const checks: DoctorCheck[] = [
      { name: 'program', run: async () => describeProgram(context) },
      { name: 'configuration', run: async () => describe(config) },
      catalogCheck(config, watched, signal, service),
      searchCheck(config, watched, signal, service),
      engineCheck(service),
      widgetCheck(config, watched, signal),
      sftpCheck(context, config),
      clockCheck(serviceTime, context.now),
    ];
    return diagnose(checks, signal);
  });
}

function describeProgram({ version: own, commit = 'of unknown commit' }: CommandContext): string {
  return `brctl ${own} (${commit}), Node ${versions.node}, ${platform} ${arch}`;
}

function describe(config: Config): string {
  const files = config.files.length === 0 ? 'no file' : config.files.join(', ');
  return `environment ${config.environment} (${config.environmentOrigin}), ${files}`;
}

/** Host key, login and folder of SFTP, where a key is configured. */
function sftpCheck(context: CommandContext, config: Config): DoctorCheck {
  return {
    name: 'SFTP',
    async run() {
      if (!hasSftpCredentials(context, config)) return undefined;
      const sftp = { ...(await readSftpConfig(context, config)), tries: 1 };
      const link = new ReconnectingSftp({ config: sftp, signal: context.signal, timing: context });
      try {
        const entries = await link.use((folder) => folder.list('.'));
        return `${sftp.host}:${sftp.port} is known and lets ${sftp.user} in (${entries.length === 1 ? '1 entry' : `${entries.length} entries`})`;
      } finally {
        await link.end();
      }
    },
  };
}
