import type { CatalogState, RecordHistory, RecordState } from '../../../protocol/control-documents.ts';
import { joinPath, writeAddress } from '../frame/address.ts';
import { address } from '../frame/navigation.ts';
import { callForText, callIfThere } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { EmptyState, Failure } from '../parts/badges.tsx';
import { formatClockTime } from '../parts/format.ts';
import { JsonView } from '../parts/json-view.tsx';
import { Caption, Detail, JobLink } from '../parts/layout.tsx';
import { Changes } from './changes.tsx';
import { recordDifference } from './record-difference.ts';

/** A record as it is or was, and each change that made it so. */
export function RecordView({ catalog, id }: { catalog: CatalogState; id: string }) {
  const { at } = address.value.query;
  const path = joinPath('catalogs', catalog.name, 'records', id);
  const pathThen = at === undefined ? path : `${path}?at=${encodeURIComponent(at)}`;
  const record = useFetch((signal) => callForText(pathThen, { signal }), [path, at, catalog.version]);
  const readHistory = (signal: AbortSignal) => callIfThere<RecordHistory>(`${path}/history`, { signal });
  const history = useFetch(readHistory, [path, catalog.version]);
  return (
    <Detail name="Record" back={writeAddress('catalog', [catalog.name])}>
      <h2 class="wrap">
        <bdi>{id}</bdi> {at !== undefined && <span class="muted">at {at}</span>}
      </h2>
      {history.answer && (
        <>
          <h3>History</h3>
          <ol class="history">
            {history.answer.changes.map((change, index) => (
              <Change
                key={`${change.version} ${change.line}`}
                change={change}
                path={path}
                catalog={catalog}
                id={id}
                isFirst={index === 0}
              />
            ))}
          </ol>
          {!history.answer.complete && <Caption>Earlier changes are no longer stored.</Caption>}
        </>
      )}
      <h3>Record</h3>
      {record.failure && <EmptyState title="Record not found." hint={record.failure} />}
      {record.answer && <JsonView text={formatRecord(record.answer)} label="Record as JSON" />}
    </Detail>
  );
}

/** The record as the service wrote it: parsed and written again, numbers would lose their digits. */
function formatRecord(document: string): string {
  const from = document.indexOf('"record":');
  const to = document.indexOf(',"written":');
  return from < 0 || to < from ? document : document.slice(from + '"record":'.length, to);
}

interface ChangeProps {
  change: RecordHistory['changes'][number];
  path: string;
  catalog: CatalogState;
  id: string;
  isFirst: boolean;
}

function Change({ change, path, catalog, id, isFirst }: ChangeProps) {
  const { version, kind, applied_at: at, job_id: jobId, request_id: requestId, line } = change;
  return (
    <li>
      <details open={isFirst}>
        <summary>
          <b>{kind}</b> in version {version}
          {at !== null && `, ${formatClockTime(at)}`}
          {line !== null && `, line ${line}`}
        </summary>
        <div class="toolbar small">
          <a href={writeAddress('catalog', [catalog.name, id], { at: String(version) })}>at that time</a>
          {jobId !== null && <JobLink id={jobId} />}
          {requestId !== null && <a href={writeAddress('requests', [requestId])}>the request</a>}
        </div>
        <Difference path={path} change={change} />
      </details>
    </li>
  );
}

/** Changes of a record. Of a version without it nothing is asked: that would be an error in the console. */
function Difference({ path, change: { kind, version } }: Pick<ChangeProps, 'path' | 'change'>) {
  const { answer, failure } = useFetch(
    async (signal) => {
      const ask = (at: number) => callIfThere<RecordState>(`${path}?at=${at}`, { signal });
      const [before, after] = await Promise.all([
        kind === 'changed' || kind === 'removed' ? ask(version - 1) : undefined,
        kind === 'removed' ? undefined : ask(version),
      ]);
      return recordDifference(before?.record ?? undefined, after?.record ?? undefined);
    },
    [path, kind, version],
  );
  if (failure !== undefined) return <Failure message={failure} />;
  return <Changes changes={answer ?? []} />;
}
