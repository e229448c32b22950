import { writeAddress } from '../frame/address.ts';

/** Leads to a job, which is named by the beginning of its id. */
export function JobLink({ id }: { id: string }) {
  return (
    <a class="mono" href={writeAddress('jobs', [id])}>
      job {id.slice(0, 6)}
    </a>
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
