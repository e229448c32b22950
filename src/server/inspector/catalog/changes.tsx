import { pluralize } from '../../../base/wording/amounts.ts';
import type { VersionDifference as Difference } from '../../../protocol/control-documents.ts';
import { joinPath, writeAddress } from '../frame/address.ts';
import { callIfThere } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { Failure, StateBadge } from '../parts/badges.tsx';
import { Pairs } from '../parts/layout.tsx';
import type { PlaceChange } from './record-difference.ts';

/** The old value, crossed out, and the new one. */
export function Changes({ changes }: { changes: readonly PlaceChange[] }) {
  return (
    <Pairs
      rows={changes.map(({ place, before, after }) => [
        <span key={place} class="mono">
          {place || 'the record'}
        </span>,
        <>
          {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
        </>,
      ])}
    />
  );
}

interface RecordLinksProps {
  catalog: string;
  ids: readonly string[];
  /** The version in which they are shown. */
  at: string;
}

export function RecordLinks({ catalog, ids, at }: RecordLinksProps) {
  return ids.map((id) => (
    <a key={id} class="mono cut" href={writeAddress('catalog', [catalog, id], { at })}>
      <bdi>{id}</bdi>
    </a>
  ));
}

const SHOWN_IDS = 12;
const KINDS = ['added', 'changed', 'removed'] as const;

/** Difference of two versions: its size, and the first records, as of the later version or the last that had them. */
export function VersionDifference({ catalog, from, to }: { catalog: string; from: string; to: string }) {
  const path = `${joinPath('catalogs', catalog, 'versions', `${from}..${to}`)}?limit=${SHOWN_IDS}`;
  const { answer, failure } = useFetch((signal) => callIfThere<Difference>(path, { signal }), [path]);
  if (failure !== undefined) return <Failure message={failure} />;
  if (answer === undefined) return null;
  const kinds = KINDS.filter((kind) => answer[kind].count > 0);
  if (kinds.length === 0) return <p class="muted">No record differs.</p>;
  return (
    <Pairs
      rows={kinds.map((kind) => [
        <>
          <StateBadge state={kind} /> {pluralize(answer[kind].count, 'record')}
        </>,
        <div key={kind} class="legend">
          <RecordLinks catalog={catalog} ids={answer[kind].ids} at={kind === 'removed' ? from : to} />
          {answer[kind].count > answer[kind].ids.length && '…'}
        </div>,
      ])}
    />
  );
}
