import type { Command } from 'commander';
import { LOCAL_PORTS } from '../../config/settings.ts';
import { type Frame, wrapAction } from '../../frame.ts';
import { ChoiceCommand, collectValues, MORE_OPTIONS, readDuration, readWholeNumber } from '../../options.ts';
import { parseHistory } from '../../shared/serve-flags.ts';

const LAST_PORT = 65_535;

const HELP = `
By default: HTTP on port ${LOCAL_PORTS.http} and SFTP on port ${LOCAL_PORTS.sftp}, for this machine only; data kept in your state folder; one account
with generated keys. The environment "local" of every brctl on this machine then points to it.

Examples:
  brctl serve
  brctl serve --load apparel=catalog.jsonl --memory
  brctl serve --memory --port 0 --sftp-port 0 --exec "npm test"
  brctl serve --environments production,staging
  brctl serve --engine opensearch --engine-url http://127.0.0.1:9200

Control calls for tests (reset, snapshots, clock, faults, request log): docs/reference/serve.md`;

export function serveCommand(frame: Frame): Command {
  return new ChoiceCommand('serve')
    .summary('Run a local copy of the service: every HTTP endpoint, and SFTP')
    .option(
      '--port <n>',
      `HTTP port, 0 for any free one (default: ${LOCAL_PORTS.http})`,
      readWholeNumber(0, LAST_PORT),
    )
    .option(
      '--sftp-port <n>',
      `SFTP port, 0 for any free one (default: ${LOCAL_PORTS.sftp})`,
      readWholeNumber(0, LAST_PORT),
    )
    .option('--host <addr>', 'address to listen on (default: 127.0.0.1)')
    .option('--data <dir>', 'folder for data that survives a restart (default: in your state folder)')
    .option('--memory', 'keep all data in memory; it is gone after a stop')
    .option(
      '--load <catalog=file...>',
      'load and index a catalog before reporting ready; several files make one catalog',
      collectValues,
    )
    .option('--ready-file <file>', 'file to write once everything is ready, with addresses and keys')
    .option(
      '--exec <command>',
      'start, run this command with BRCTL_... variables set, stop, and exit with its code',
    )
    .option('--environments <names>', 'run several instances in one process, such as production,staging')
    .choice('--engine <name>', 'search engine', ['embedded', 'opensearch'], 'embedded')
    .option(
      '--engine-url <url[,url…]>',
      'addresses of the nodes of an OpenSearch cluster, for --engine opensearch',
    )
    .choice('--log <format>', 'log every request and job to stderr', ['json', 'human'])
    .optionsGroup(MORE_OPTIONS)
    .option('--print-env', 'print the export lines, with keys')
    .option('--job-delay <duration>', 'how long a job waits before it runs', readDuration)
    .option(
      '--history <size|duration|off>',
      'history to keep per catalog: a size, a duration or off (default: 256MB and 7d)',
      parseHistory,
    )
    .choice('--index-noop <state>', 'final state of an index run with nothing to do (default: success)', [
      'success',
      'skipped',
    ])
    .option('--engine-ca <file>', 'PEM file of CA certificates for the cluster, for --engine opensearch')
    .choice('--role <role>', 'role in a cluster; ingest takes loads and indexes them (default: all)', [
      'all',
      'ingest',
      'search',
    ])
    .option('--tls-cert <file>', 'PEM certificate; serves HTTPS')
    .option('--tls-key <file>', 'PEM key of the certificate')
    .option('--loose', 'warn about features that are not emulated instead of refusing them')
    .option('--require-auth-key', 'also refuse browser searches without auth_key')
    .option('--max-operations <n>', 'maximum operations per delta job (default: 10000)', readWholeNumber(1))
    .description(HELP)
    .action(wrapAction(frame, async () => (await import('./serve-run.ts')).runServe));
}
