import { writeAddress } from '../frame/address.ts';
import type { CatalogState } from '../frame/catalog-state.ts';
import { callIfThere } from '../frame/service.ts';
import { Bar } from '../parts/bar-list.tsx';
import { clockTime, count } from '../parts/figures.ts';
import { Picture } from '../parts/picture.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import type { CatalogVersions } from './history-documents.ts';

const SHOWN_VERSIONS = 30;

/** The versions that are kept, newest first: how much each changed, and by which job. */
export function Versions({ catalog }: { catalog: CatalogState }) {
  const path = `catalogs/${encodeURIComponent(catalog.name)}/versions?limit=${SHOWN_VERSIONS}`;
  const { answer } = useAnswer(
    (signal) => callIfThere<CatalogVersions>(path, { signal }),
    [path, catalog.version, catalog.published_version],
  );
  if (answer === undefined || answer.versions.length === 0) return null;
  const sum = ({ added, changed, removed }: CatalogVersions['versions'][number]) =>
    (added ?? 0) + (changed ?? 0) + (removed ?? 0);
  const most = Math.max(1, ...answer.versions.map(sum));
  return (
    <div class="card">
      <Picture
        title="Versions: added, changed, removed"
        rows={[
          ['version', 'records', 'added', 'changed', 'removed', 'at'],
          ...answer.versions.map(({ version, records, added, changed, removed, applied_at }) => [
            version,
            records ?? '',
            added ?? '',
            changed ?? '',
            removed ?? '',
            applied_at ?? '',
          ]),
        ]}
      >
        <ul class="plain-list versions">
          {answer.versions.map((each) => {
            const { version, added, changed, removed, job_id: jobId, applied_at: at } = each;
            const wide = (part: number | null | undefined) => (100 * (part ?? 0)) / most;
            return (
              <li key={version}>
                <span class="figures">
                  {version} {version === answer.published_version && <span class="mark good">searched</span>}
                </span>
                <Bar
                  pieces={[
                    ['bar-good', wide(added)],
                    ['bar', wide(changed)],
                    ['bar-bad', wide(removed)],
                  ]}
                />
                <span class="figures muted">
                  +{count(added ?? 0)} ~{count(changed ?? 0)} −{count(removed ?? 0)}
                </span>
                <span class="muted mono">{at === null ? '' : clockTime(at)}</span>
                {jobId === null ? (
                  <span />
                ) : (
                  <a class="mono" href={writeAddress('jobs', [jobId])}>
                    job {jobId.slice(0, 6)}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      </Picture>
    </div>
  );
}
