import { formatCount, formatTime } from '../../../base/wording/amounts.ts';
import type { LedgerEntry } from '../../../client/state/ledger-entry.ts';
import type { Output } from '../../output/output.ts';
import { renderTable } from '../../output/table.ts';
import { wrapText } from '../../output/wrap-text.ts';

const COLUMNS = [
  { title: 'Started', minor: true },
  { title: 'Environment', minor: true },
  { title: 'Catalog', flexible: true, minor: true },
  { title: 'What' },
  { title: 'Via', minor: true },
  { title: 'Operations', align: 'right', minor: true },
  { title: 'Bytes', align: 'right', minor: true },
  { title: 'Job' },
  { title: 'State', isState: true },
  { title: 'Remark', isNote: true },
] as const;

/** A table of requests; with --json one line each. Where there is none, `others` says whether there are any that were not asked for. */
export async function printJobs(
  output: Output,
  entries: readonly LedgerEntry[],
  { now, others }: { now: Date; others: boolean },
): Promise<void> {
  if (output.json) {
    for (const entry of entries) await output.line({ schema: 'brctl.jobs/1', ...entryToJson(entry) }, '');
    return;
  }
  await output.result({ schema: 'brctl.jobs/1' }, (stdout) =>
    entries.length === 0 && stdout.isTty
      ? wrapText(
          `${others ? 'no matching request: brctl jobs lists all' : 'nothing has been submitted yet: brctl push <catalog>'}\n`,
          stdout,
        )
      : renderTable(
          COLUMNS,
          entries.map((entry) => entryToRow(entry, now, stdout.isTty)),
          stdout,
        ),
  );
}

function entryToRow(entry: LedgerEntry, now: Date, isTty: boolean): string[] {
  return [
    formatTime(entry.startedAt, now.getTime(), isTty),
    entry.environment,
    entry.catalog,
    entry.mode ?? entry.kind,
    entry.via ?? '-',
    entry.operations === undefined ? '-' : formatCount(entry.operations),
    entry.bytes === undefined ? '-' : formatCount(entry.bytes),
    entry.jobId ?? '-',
    entry.state,
    [entry.remark ?? [], acceptedText(entry)].flat().join('; '),
  ];
}

function acceptedText({ accepted }: LedgerEntry): string[] {
  return accepted === undefined ? [] : [`accepted ${accepted.codes.join(', ')}: ${accepted.because}`];
}

function entryToJson(entry: LedgerEntry) {
  return {
    id: entry.id,
    environment: entry.environment,
    catalog: entry.catalog,
    kind: entry.kind,
    mode: entry.mode,
    via: entry.via,
    operations: entry.operations,
    body_bytes: entry.bytes,
    sha256: entry.sha256,
    source: entry.source,
    started_at: entry.startedAt,
    updated_at: entry.updatedAt,
    ended_at: entry.endedAt,
    job_id: entry.jobId,
    state: entry.state,
    remark: entry.remark,
    accepted: entry.accepted && { codes: entry.accepted.codes, because: entry.accepted.because },
  };
}
