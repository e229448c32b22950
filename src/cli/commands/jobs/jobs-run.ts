import { formatCount, formatTime } from '../../../base/wording/amounts.ts';
import type { LedgerEntry } from '../../../client/state/ledger-entry.ts';
import type { Config } from '../../config/config.ts';
import { parseDuration } from '../../config/duration.ts';
import { STATE_ON_SFTP } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import { toSnakeCase } from '../../output/printable.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { withCatalogState } from '../../shared/catalog-area.ts';
import { locateStateFolder, openLedgerIn } from '../../shared/state-backend.ts';
import { usageError } from '../../usage-error.ts';

interface JobsFlags {
  limit: number;
  status?: string;
  /** An age, a day or a time. */
  since?: string;
}

/**
 * The newest entries of the ledger, of one environment when --env names it, of one catalog when --catalog does; of one
 * catalog where the state is shared.
 * @throws BrctlError `usage.bad_time`
 */
export async function runJobs(context: CommandContext, flags: JobsFlags): Promise<void> {
  const { env } = context.globals;
  const config = await context.config();
  const catalog = config.origin('catalog') === '--catalog' ? config.get('catalog') : undefined;
  const sinceMs = flags.since === undefined ? 0 : parseTime(flags.since, context.now().getTime());
  const entries = await readEntries(context, config);
  const wanted = entries.filter(
    (entry) =>
      (env === undefined || entry.environment === env) &&
      (catalog === undefined || entry.catalog === catalog) &&
      (flags.status === undefined || entry.state === flags.status) &&
      Date.parse(entry.startedAt) >= sinceMs,
  );
  const newest = wanted.reverse().slice(0, flags.limit);
  const { output } = context;
  // With --json one line each.
  for (const { bytes, sentAt: _, ...entry } of output.json ? newest : [])
    await output.line({ schema: 'brctl.jobs/1', ...toSnakeCase({ ...entry, bodyBytes: bytes }) }, '');
  if (output.json) return;
  const none =
    entries.length > 0
      ? 'no matching request: brctl jobs lists all'
      : 'nothing has been submitted yet: brctl push <catalog>';
  await output.result({ schema: 'brctl.jobs/1' }, (stdout) =>
    renderRows(buildColumns(context.now(), stdout.isTty), newest, stdout, none),
  );
}

/** `12h` before now, `2026-01-31`, `2026-01-31T10:00:00Z`. */
function parseTime(text: string, nowMs: number): number {
  if (/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return nowMs - parseDuration(text, '--since');
  const timeMs = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(timeMs)) return timeMs;
  throw usageError(
    'usage.bad_time',
    `--since must be an age or a time, got ${JSON.stringify(text)}`,
    'write it like 12h, 7d, 2026-01-31 or 2026-01-31T10:00:00Z',
  );
}

async function readEntries(context: CommandContext, config: Config): Promise<LedgerEntry[]> {
  if (config.get('state') !== STATE_ON_SFTP)
    return await openLedgerIn(context, locateStateFolder(context, config)).entries();
  return await withCatalogState(context, ({ ledger }) => ledger.entries());
}

const buildColumns = (now: Date, isTty: boolean): RowColumn<LedgerEntry>[] => [
  { title: 'Started', minor: true, of: ({ startedAt }) => formatTime(startedAt, now.getTime(), isTty) },
  { title: 'Environment', minor: true, of: ({ environment }) => environment },
  { title: 'Catalog', flexible: true, minor: true, of: ({ catalog }) => catalog },
  { title: 'What', of: ({ mode, kind }) => mode ?? kind },
  { title: 'Via', minor: true, of: ({ via }) => via ?? '-' },
  { title: 'Operations', align: 'right', minor: true, of: ({ operations }) => formatOptional(operations) },
  { title: 'Bytes', align: 'right', minor: true, of: ({ bytes }) => formatOptional(bytes) },
  { title: 'Job', of: ({ jobId }) => jobId ?? '-' },
  { title: 'State', isState: true, of: ({ state }) => state },
  {
    title: 'Remark',
    isNote: true,
    of: (entry) => [entry.remark ?? [], describeAccepted(entry)].flat().join('; '),
  },
];

const formatOptional = (figure: number | undefined) => (figure === undefined ? '-' : formatCount(figure));

function describeAccepted({ accepted }: LedgerEntry): string[] {
  return accepted === undefined ? [] : [`accepted ${accepted.codes.join(', ')}: ${accepted.because}`];
}
