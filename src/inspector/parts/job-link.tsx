import { writeAddress } from '../frame/address.ts';

/** Leads to a job, which is named by the beginning of its id. */
export function JobLink({ id }: { id: string }) {
  return (
    <a class="mono" href={writeAddress('jobs', [id])}>
      job {id.slice(0, 6)}
    </a>
  );
}
