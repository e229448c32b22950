import { useEffect, useMemo } from 'preact/hooks';
import { writeAddress } from '../frame/address.ts';
import { type LiveEvent, listen } from '../frame/live.ts';
import { address } from '../frame/navigation.ts';
import { call } from '../frame/service.ts';
import { state, useStates } from '../frame/state.ts';
import { Empty, StateBadge } from '../parts/badges.tsx';
import { BarList } from '../parts/bar-list.tsx';
import { Button } from '../parts/button.tsx';
import { Picture, Plot } from '../parts/chart.tsx';
import { Detail, Fact } from '../parts/detail.tsx';
import { clockTime, duration, quantile } from '../parts/format.ts';
import { Dim, Gap, Loading, Toolbar } from '../parts/layout.tsx';
import { requestLines } from '../requests/request-store.ts';
import { barsOf, type JobGroup, type JobLine, jobGroups } from './job-groups.ts';

/** At most so often: a busy service tells of hundreds of jobs a second. */
const RELOAD_MS = 1_000;
/** As many are shown; the service remembers more. */
const SHOWN_JOBS = 400;

/** Jobs, newest first; undefined until they are known. */
const jobs = state<readonly JobLine[] | undefined>(undefined);
/** Why they are not known. */
const jobsFailure = state<string | undefined>(undefined);
/** The service's time when they were read: its clock may stand still, or be years ahead. */
const jobsNowMs = state(0);

let isReloadScheduled = false;

/** Keeps the list up to date until the returned function is called. */
function followJobs(): () => void {
  void reload();
  return listen((events: readonly LiveEvent[]) => {
    const concernsJobs = events.some(({ type, data }) => type === 'resync' || data.kind === 'job');
    if (!concernsJobs || isReloadScheduled) return;
    isReloadScheduled = true;
    setTimeout(() => void reload(), RELOAD_MS);
  });
}

async function reload(): Promise<void> {
  isReloadScheduled = false;
  try {
    const [list, clock] = await Promise.all([
      call<{ jobs: JobLine[] }>(`jobs?limit=${SHOWN_JOBS}`),
      call<{ now: string }>('clock'),
    ]);
    jobsNowMs.value = Date.parse(clock.now);
    jobs.value = list.jobs;
    jobsFailure.value = undefined;
  } catch (error) {
    jobsFailure.value = (error as Error).message;
  }
}

/** From the request to what can be searched. */
export function JobsTab() {
  useStates(jobs, jobsFailure, jobsNowMs);
  useEffect(followJobs, []);
  const all = jobs.value;
  const nowMs = jobsNowMs.value;
  const groups = useMemo(() => jobGroups(all ?? [], nowMs), [all, nowMs]);
  const [openId] = address.value.path;
  const opened = all?.find(({ id }) => id === openId);
  if (all === undefined) return <Loading failure={jobsFailure.value} />;
  if (all.length === 0) {
    return (
      <Empty title="No jobs yet">
        <p>Loads and index runs appear here. Push a catalog:</p>
        <pre class="code">brctl push catalog.jsonl</pre>
      </Empty>
    );
  }
  return (
    <div class={`split ${opened === undefined ? '' : 'is-open'}`}>
      <div class="split-list scrolls page">
        <Durations jobs={all} />
        {groups.map((group) => (
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

/** How long jobs of each kind ran. */
function Durations({ jobs: all }: { jobs: readonly JobLine[] }) {
  const kinds = [...new Set(all.map(({ type }) => type))].map((type) => {
    const ofKind = all.filter((job) => job.type === type);
    const times = ofKind.flatMap((job) => runMs(job) ?? []);
    const failed = ofKind.filter(({ status }) => status === 'failed' || status === 'killed').length;
    return { type, jobs: ofKind.length, failed, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
  });
  const most = Math.max(1, ...kinds.map(({ p95 }) => p95));
  return (
    <div class="card">
      <Picture
        title="Time of a job, p50 and p95"
        rows={[
          ['kind', 'jobs', 'failed', 'p50 ms', 'p95 ms'],
          ...kinds.map(({ type, jobs: count, failed, p50, p95 }) => [type, count, failed, p50, p95]),
        ]}
      >
        <BarList
          wide
          lines={kinds.map(({ type, jobs: count, failed, p50, p95 }) => ({
            name: type,
            more: (
              <>
                <Dim>× {count}</Dim> {failed > 0 && <span class="mark bad">{failed} failed</span>}
              </>
            ),
            pieces: [
              ['bar', (100 * p50) / most],
              ['bar-soft', (100 * (p95 - p50)) / most],
            ],
            figure: `${duration(p50)} · ${duration(p95)}`,
          }))}
        />
      </Picture>
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
    <div class="card job-group">
      <Toolbar>
        <h2>
          <bdi>{group.catalog}</bdi>
        </h2>
        <Gap />
        <Dim>
          {group.searchableMs === undefined
            ? group.jobs.every(({ type }) => type === 'index update')
              ? 'nothing new'
              : 'not searchable yet'
            : `searchable after ${duration(group.searchableMs)}`}
        </Dim>
      </Toolbar>
      <ul class="waterfall">
        {group.jobs.map((job) => (
          <Bar key={job.id} job={job} group={group} nowMs={nowMs} isOpen={job.id === openId} />
        ))}
      </ul>
    </div>
  );
}

function Bar({
  job,
  group,
  nowMs,
  isOpen,
}: {
  job: JobLine;
  group: JobGroup;
  nowMs: number;
  isOpen: boolean;
}) {
  const { waitFrom, runFrom, to } = barsOf(job, group, nowMs);
  const tone = job.status === 'failed' || job.status === 'killed' ? 'bar-bad' : 'bar';
  const ms = runMs(job);
  return (
    <li>
      <a
        class="job-row"
        data-row
        href={writeAddress('jobs', [job.id])}
        aria-current={isOpen ? 'true' : undefined}
      >
        <StateBadge state={job.status} />
        <span>{job.type}</span>
        <Plot viewBox="0 0 100 12">
          <rect class="bar-soft" x={waitFrom} y="4" width={runFrom - waitFrom} height="4" />
          <rect
            class={tone}
            x={Math.min(runFrom, 99.4)}
            width={Math.max(0.6, to - runFrom)}
            height="12"
            rx="0.4"
          />
        </Plot>
        <span class="figures muted">{ms === undefined ? '' : duration(ms)}</span>
        {job.message !== '' && (
          <span class={`job-message ${tone === 'bar-bad' ? 'bad' : ''}`}>{job.message}</span>
        )}
      </a>
    </li>
  );
}

function JobDetail({ job }: { job: JobLine }) {
  useStates(requestLines);
  const request = requestLines.value.find(({ jobId }) => jobId === job.id);
  const isOver = job.stopped_at !== null;
  const waitMs = Date.parse(job.started_at ?? job.stopped_at ?? job.created_at) - Date.parse(job.created_at);
  return (
    <Detail
      name="Job"
      back={writeAddress('jobs')}
      actions={
        !isOver && <Button onClick={() => void call(`jobs/${job.id}`, { method: 'DELETE' })}>Kill</Button>
      }
    >
      <h2>
        {job.type} of <bdi>{job.catalog_name}</bdi>
      </h2>
      <p class="mono wrap">{job.id}</p>
      <dl class="facts">
        <Fact name="State">
          <StateBadge state={job.status} />
        </Fact>
        <Fact name="Created">{clockTime(job.created_at)}</Fact>
        <Fact name="Waited">{duration(waitMs)}</Fact>
        <Fact name="Ran">{runMs(job) === undefined ? '–' : duration(runMs(job) ?? 0)}</Fact>
        <Fact name="Request">
          {request === undefined ? (
            'not in the log'
          ) : (
            <a href={writeAddress('requests', [request.id])}>
              {request.method} at {clockTime(request.at)}
            </a>
          )}
        </Fact>
        <Fact name="Catalog">
          <a href={writeAddress('catalog', [job.catalog_name])}>{job.catalog_name}</a>
        </Fact>
      </dl>
      {job.message !== '' && (
        <p class={`notice wrap ${job.status === 'failed' ? 'bad' : ''}`}>
          {job.message} {job.error_code !== '' && <code>{job.error_code}</code>}
        </p>
      )}
    </Detail>
  );
}
