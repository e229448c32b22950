import { writeAddress } from '../frame/address.ts';

interface RecordLinksProps {
  catalog: string;
  ids: readonly string[];
  /** The version in which they are shown. */
  at: string;
}

/** Records by their ids. */
export function RecordLinks({ catalog, ids, at }: RecordLinksProps) {
  return ids.map((id) => (
    <a key={id} class="mono cut" href={writeAddress('catalog', [catalog, id], { at })}>
      <bdi>{id}</bdi>
    </a>
  ));
}
