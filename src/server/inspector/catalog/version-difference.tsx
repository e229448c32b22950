import { pathOf } from '../frame/address.ts';
import { callIfThere } from '../frame/service.ts';
import { Failure, StateBadge } from '../parts/badges.tsx';
import { counted } from '../parts/format.ts';
import { RecordLinks } from '../parts/links.tsx';
import { useFetch } from '../parts/use-answer.ts';
import type { VersionDifferenceDocument } from './history-documents.ts';

const SHOWN_IDS = 12;
const KINDS = ['added', 'changed', 'removed'] as const;

/** What differs between two versions: how many records, and the first of them, each as the later version, or the last that had it, has it. */
export function VersionDifference({ catalog, from, to }: { catalog: string; from: string; to: string }) {
  const path = `${pathOf('catalogs', catalog, 'versions', `${from}..${to}`)}?limit=${SHOWN_IDS}`;
  const { answer, failure } = useFetch(
    (signal) => callIfThere<VersionDifferenceDocument>(path, { signal }),
    [path],
  );
  if (failure !== undefined) return <Failure message={failure} />;
  if (answer === undefined) return null;
  const given = KINDS.filter((kind) => answer[kind].count > 0);
  if (given.length === 0) return <p class="muted">No record differs.</p>;
  return (
    <dl class="pairs">
      {given.map((kind) => (
        <div key={kind}>
          <dt>
            <StateBadge state={kind} /> {counted(answer[kind].count, 'record')}
          </dt>
          <dd class="legend">
            <RecordLinks catalog={catalog} ids={answer[kind].ids} at={kind === 'removed' ? from : to} />
            {answer[kind].count > answer[kind].ids.length && '…'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
