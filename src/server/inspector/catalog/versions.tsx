import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import type {
  CatalogState,
  CatalogVersions,
  CatalogVersion as Version,
  VersionFindings,
} from '../../../protocol/control-documents.ts';
import { joinPath, writeAddress } from '../frame/address.ts';
import { address, replaceView } from '../frame/navigation.ts';
import { callIfThere } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { EmptyState, StateBadge } from '../parts/badges.tsx';
import { Box, Chart, Plot } from '../parts/chart.tsx';
import { takeText } from '../parts/form.tsx';
import { formatClockTime } from '../parts/format.ts';
import { Caption, JobLink, Muted, Pairs, Table, Toolbar } from '../parts/layout.tsx';
import { RecordLinks, VersionDifference } from './changes.tsx';

/** Guard report of the load that made a version; accepted anomalies are expanded. */
function VersionGuards({ catalog, version }: { catalog: string; version: string }) {
  const path = joinPath('catalogs', catalog, 'versions', version, 'findings');
  const { answer } = useFetch((signal) => callIfThere<VersionFindings>(path, { signal }), [path]);
  if (answer === undefined || answer.guards.length === 0) return null;
  const { because, guards } = answer;
  return (
    <details key={path} open={guards.some(({ verdict }) => verdict === 'allowed')}>
      <summary>Guard results</summary>
      {because !== null && <p class="notice warn">Accepted because: {because}</p>}
      <Pairs
        rows={guards.map(({ code, verdict, why, examples, lines }) => [
          <>
            <StateBadge state={verdict} /> <code>{code}</code>
          </>,
          <>
            <bdi>{why}</bdi>
            <div class="legend">
              <RecordLinks catalog={catalog} ids={examples} at={version} />
              {lines.length > 0 && `lines ${lines.join(', ')}`}
            </div>
          </>,
        ])}
      />
    </details>
  );
}

/** As many as the time line reaches back. */
const KEPT_VERSIONS = 100;
const FIGURES = ['version', 'records', 'added', 'changed', 'removed', 'applied_at'] as const;

const countChanges = ({ added, changed, removed }: Version) => (added ?? 0) + (changed ?? 0) + (removed ?? 0);

/** Changes of a load in words; those of a PUT are not counted. */
function sum({ added, changed, removed }: Version): string {
  if (changed === null) return 'a full load';
  return `+${formatCount(added ?? 0)} ~${formatCount(changed)} −${formatCount(removed ?? 0)}`;
}

/** The versions that are kept, as a time line to move along and a list, newest first. */
export function Versions({ catalog }: { catalog: CatalogState }) {
  const path = `${joinPath('catalogs', catalog.name, 'versions')}?limit=${KEPT_VERSIONS}`;
  const { answer } = useFetch(
    (signal) => callIfThere<CatalogVersions>(path, { signal }),
    // Another object with every event of the catalog.
    [path, catalog],
  );
  if (answer === undefined || answer.versions.length === 0) return null;
  const { versions, published_version: published } = answer;
  const { at } = address.value.query;
  const chosen = at === undefined ? undefined : versions.find(({ version }) => String(version) === at);
  return (
    <div class="card stack">
      <h2>Versions</h2>
      <Chart
        title="Added, changed, removed"
        rows={[FIGURES, ...versions.map((each) => FIGURES.map((name) => each[name] ?? ''))]}
      >
        <TimeLine catalog={catalog.name} versions={versions} chosen={chosen} />
      </Chart>
      {at !== undefined && chosen === undefined && (
        <EmptyState title={`Version ${at} is no longer stored.`} />
      )}
      {chosen !== undefined && <VersionPanel catalog={catalog.name} versions={versions} chosen={chosen} />}
      <Table
        label="Versions, newest first"
        rows={versions.map((each) => {
          const { version, records, job_id: jobId, applied_at: time } = each;
          return [
            <a key="version" href={writeAddress('catalog', [catalog.name], { at: String(version) })}>
              {version}
            </a>,
            <>
              <Muted>{sum(each)}</Muted> <Muted>{records !== null && pluralize(records, 'record')}</Muted>{' '}
              {version === published && <StateBadge state="searched" />}
            </>,
            <>
              <Muted>{time === null ? '' : formatClockTime(time)}</Muted>{' '}
              {jobId !== null && <JobLink id={jobId} />} <Guards guards={each.guards} />
            </>,
          ];
        })}
      />
    </div>
  );
}

/** Guard report of a load in a word. */
function Guards({ guards }: Pick<Version, 'guards'>) {
  if (guards === null) return null;
  const { passed, allowed } = guards;
  return allowed > 0 ? <span class="mark warn">{allowed} accepted</span> : <Muted>{passed} passed</Muted>;
}

interface TimeLineProps {
  catalog: string;
  versions: readonly Version[];
  chosen: Version | undefined;
}

/** From the oldest version to the newest; the arrow keys move along it. */
function TimeLine({ catalog, versions, chosen }: TimeLineProps) {
  const max = Math.max(1, ...versions.map(countChanges));
  const [newest] = versions;
  const oldest = versions.at(-1);
  if (newest === undefined || oldest === undefined || newest === oldest) return null;
  const current = chosen ?? newest;
  const index = versions.length - 1 - versions.indexOf(current);
  const wide = Math.min(2, 70 / versions.length);
  return (
    <div class="time-line">
      <Plot viewBox="-1 -2 102 12">
        {versions.map((each, place) => {
          const height = each.changed === null ? 10 : 0.4 + (9.6 * countChanges(each)) / max;
          const x = 100 - (100 * place) / (versions.length - 1) - wide / 2;
          return (
            <g key={each.version}>
              <Box
                tone={each === current ? 'bar' : 'line-strong'}
                x={x}
                y={10 - height}
                width={wide}
                height={height}
              />
              {each.guards !== null && each.guards.allowed > 0 && (
                <Box tone="bar-warn" x={x} y={-2} width={wide} height={1} />
              )}
            </g>
          );
        })}
      </Plot>
      <input
        type="range"
        aria-label="Version"
        aria-valuetext={`version ${current.version}, ${sum(current)}`}
        min={0}
        max={versions.length - 1}
        value={index}
        onInput={takeText((text) => {
          const next = versions[versions.length - 1 - Number(text)] ?? newest;
          replaceView('catalog', [catalog], next === newest ? {} : { at: String(next.version) });
        })}
      />
      <Caption>
        <span>version {oldest.version}</span>
        <span>
          {current === newest
            ? 'now'
            : `version ${current.version}, ${current.applied_at === null ? '' : formatClockTime(current.applied_at)}`}
        </span>
        <span>version {newest.version}</span>
      </Caption>
    </div>
  );
}

/** A version of the past: what its load changed, and where to go from here. */
function VersionPanel({ catalog, versions, chosen }: Omit<TimeLineProps, 'chosen'> & { chosen: Version }) {
  const then = String(chosen.version);
  const before = versions[versions.indexOf(chosen) + 1];
  return (
    <section class="stack" aria-label={`Version ${then}`}>
      <Toolbar>
        <b>Version {then}</b>
        <Muted>{sum(chosen)}</Muted>
        <span class="grow" />
        <a class="button" href={writeAddress('search', [], { catalog, at: then })}>
          Search it
        </a>
        {before !== undefined && (
          <a
            class="button"
            href={writeAddress('compare', [], {
              'catalog.a': catalog,
              'catalog.b': catalog,
              'at.a': String(before.version),
              'at.b': then,
            })}
          >
            Compare with {before.version}
          </a>
        )}
      </Toolbar>
      <VersionGuards catalog={catalog} version={then} />
      {before === undefined ? (
        <p class="muted">Oldest stored version.</p>
      ) : (
        <VersionDifference catalog={catalog} from={String(before.version)} to={then} />
      )}
    </section>
  );
}
