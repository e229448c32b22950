import { formatTime } from '../../../base/wording/amounts.ts';
import type { Job } from '../../../client/api/jobs.ts';
import type { Output } from '../../output/output.ts';
import { renderTable } from '../../output/table.ts';

const COLUMNS = [
  { title: 'Job' },
  { title: 'Status', isState: true },
  { title: 'Type', minor: true },
  { title: 'Created', minor: true },
  { title: 'Started', minor: true },
  { title: 'Stopped', minor: true },
  { title: 'Message', isNote: true },
];

/** A table of jobs; with --quiet the bare status of each, one a line; with --json a document. */
export async function printStatus(output: Output, jobs: readonly Job[], now: Date): Promise<void> {
  const document = { schema: 'brctl.status/1', jobs: jobs.map(jobToJson) };
  await output.result(document, (stdout) => {
    if (output.quiet) return jobs.map(({ status }) => `${status}\n`).join('');
    const rows = jobs.map((job) => [
      job.id,
      job.status,
      job.type ?? '-',
      ...[job.createdAt, job.startedAt, job.stoppedAt].map((time) =>
        formatTime(time, now.getTime(), stdout.isTty),
      ),
      job.message ?? '',
    ]);
    return renderTable(COLUMNS, rows, stdout);
  });
}

/** The id of an index job; with --json a document, with the job's end when it was waited for. */
export async function printIndex(output: Output, catalog: string, jobId: string, job?: Job): Promise<void> {
  const document = { schema: 'brctl.index/1', catalog, job_id: jobId, ...(job && jobToJson(job)) };
  await output.result(document, () => `${jobId}\n`);
}

/** A job as every `--json` shows it. */
function jobToJson(job: Job) {
  return {
    job_id: job.id,
    status: job.status,
    type: job.type,
    catalog: job.catalog,
    created_at: job.createdAt,
    started_at: job.startedAt,
    stopped_at: job.stoppedAt,
    message: job.message,
    error_code: job.errorCode,
  };
}
