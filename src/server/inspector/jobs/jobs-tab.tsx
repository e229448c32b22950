import type { ClockState, JobDocument as JobLine } from '../../../protocol/control-documents.ts';
import { writeAddress } from '../frame/address.ts';
import { address } from '../frame/navigation.ts';
import { call } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { EmptyState, Loading, StateBadge } from '../parts/badges.tsx';
import { BarList, Box, Chart, Plot } from '../parts/chart.tsx';
import { Button } from '../parts/form.tsx';
import { formatClockTime, formatDuration, summarizeTimes } from '../parts/format.ts';
import { Detail, Facts, Item, Muted, Toolbar } from '../parts/layout.tsx';
import { computeBars, groupJobs, type JobGroup } from './job-groups.ts';

/** As many are shown; the service remembers more. */
const SHOWN_JOBS = 400;

/** From the request to what can be searched. */
export function JobsTab() {
  const { answer, failure } = useFetch(
    async (signal) => {
      const [list, clock] = await Promise.all([
        call<{ jobs: JobLine[] }>(`jobs?limit=${SHOWN_JOBS}`, { signal }),
        call<ClockState>('clock', { signal }),
      ]);
      // The service's time: its clock may stand still, or be years ahead.
      return { ...list, nowMs: Date.parse(clock.now) };
    },
    [],
    ({ type, data }) => type === 'resync' || data.kind === 'job',
  );
  if (answer === undefined) return <Loading failure={failure} />;
  const { jobs, nowMs } = answer;
  if (jobs.length === 0) {
    return (
      <EmptyState
        title="No jobs yet"
        hint="Loads and index runs appear here. Push a catalog:"
        command="brctl push catalog.jsonl"
      />
    );
  }
  const [openId] = address.value.path;
  const opened = jobs.find(({ id }) => id === openId);
  return (
    <div class="split">
      <div class="split-list page">
        <Durations jobs={jobs} />
        {groupJobs(jobs, nowMs).map((group) => (
          <Group key={`${group.catalog} ${group.jobs[0]?.id}`} group={group} nowMs={nowMs} openId={openId} />
        ))}
      </div>
      {opened !== undefined && <JobDetail job={opened} />}
    </div>
  );
}

function runMs({ started_at, stopped_at }: JobLine): number | undefined {
  return started_at === null || stopped_at === null
    ? undefined
    : Date.parse(stopped_at) - Date.parse(started_at);
}

function hasFailed({ status }: JobLine): boolean {
  return status === 'failed' || status === 'killed';
}

/** How long jobs of each kind ran. */
function Durations({ jobs: all }: { jobs: readonly JobLine[] }) {
  const timings = all.map((job) => ({ kind: job.type, ms: runMs(job), isFailed: hasFailed(job) }));
  const kinds = summarizeTimes(timings);
  const max = Math.max(1, ...kinds.map(({ p95Ms }) => p95Ms));
  return (
    <div class="card">
      <Chart
        title="Time of a job, p50 and p95"
        rows={[
          ['kind', 'jobs', 'failed', 'p50 ms', 'p95 ms'],
          ...kinds.map((figures) => Object.values(figures)),
        ]}
      >
        <BarList
          lines={kinds.map(({ kind, count, failed, p50Ms, p95Ms }) => ({
            name: kind,
            more: (
              <>
                <Muted>× {count}</Muted> {failed > 0 && <span class="mark bad">{failed} failed</span>}
              </>
            ),
            pieces: [
              ['bar', (100 * p50Ms) / max],
              ['bar-soft', (100 * (p95Ms - p50Ms)) / max],
            ],
            figure: `${formatDuration(p50Ms)} · ${formatDuration(p95Ms)}`,
          }))}
        />
      </Chart>
    </div>
  );
}

interface GroupProps {
  group: JobGroup;
  nowMs: number;
  openId: string | undefined;
}

function Group({ group, nowMs, openId }: GroupProps) {
  return (
    <div class="card">
      <Toolbar>
        <h2>
          <bdi>{group.catalog}</bdi>
        </h2>
        <span class="grow" />
        <Muted>
          {group.searchableMs === undefined
            ? group.jobs.every(({ type }) => type === 'index update')
              ? 'nothing new'
              : 'not searchable yet'
            : `searchable after ${formatDuration(group.searchableMs)}`}
        </Muted>
      </Toolbar>
      <ul>
        {group.jobs.map((job) => (
          <JobRow key={job.id} job={job} group={group} nowMs={nowMs} openId={openId} />
        ))}
      </ul>
    </div>
  );
}

function JobRow({ job, group, nowMs, openId }: GroupProps & { job: JobLine }) {
  const { waitFrom, runFrom, to } = computeBars(job, group, nowMs);
  const isFailed = hasFailed(job);
  const ms = runMs(job);
  return (
    <li>
      <Item class="job-row" href={writeAddress('jobs', [job.id])} isOpen={job.id === openId}>
        <StateBadge state={job.status} />
        <span>{job.type}</span>
        <Plot viewBox="0 0 100 12">
          <Box tone="bar-soft" x={waitFrom} y="4" width={runFrom - waitFrom} height="4" />
          <Box
            tone={isFailed ? 'bar-bad' : 'bar'}
            x={Math.min(runFrom, 99.4)}
            width={Math.max(0.6, to - runFrom)}
            height="12"
            rx="0.4"
          />
        </Plot>
        <span class="figures muted">{ms === undefined ? '' : formatDuration(ms)}</span>
        {job.message !== '' && <span class={`job-message ${isFailed ? 'bad' : ''}`}>{job.message}</span>}
      </Item>
    </li>
  );
}

function JobDetail({ job }: { job: JobLine }) {
  const ms = runMs(job);
  const waitMs = Date.parse(job.started_at ?? job.stopped_at ?? job.created_at) - Date.parse(job.created_at);
  return (
    <Detail
      name="Job"
      back={writeAddress('jobs')}
      actions={
        job.stopped_at === null && (
          <Button onClick={() => void call(`jobs/${job.id}`, { method: 'DELETE' })}>Kill</Button>
        )
      }
    >
      <h2>
        {job.type} of <bdi>{job.catalog_name}</bdi>
      </h2>
      <p class="mono wrap">{job.id}</p>
      <Facts
        facts={{
          State: <StateBadge state={job.status} />,
          Created: formatClockTime(job.created_at),
          Waited: formatDuration(waitMs),
          Ran: ms === undefined ? '–' : formatDuration(ms),
          Request:
            job.request_id === null ? undefined : (
              <a href={writeAddress('requests', [job.request_id])}>the request</a>
            ),
          Catalog: <a href={writeAddress('catalog', [job.catalog_name])}>{job.catalog_name}</a>,
        }}
      />
      {job.message !== '' && (
        <p class={`notice ${job.status === 'failed' ? 'bad' : 'warn'}`}>
          {job.message} {job.error_code !== '' && <code>{job.error_code}</code>}
        </p>
      )}
    </Detail>
  );
}
