import { pathOf } from '../frame/address.ts';
import { callIfThere } from '../frame/service.ts';
import { StateBadge } from '../parts/badges.tsx';
import { RecordLinks } from '../parts/links.tsx';
import { useFetch } from '../parts/use-answer.ts';
import type { GuardReports } from './history-documents.ts';

/** What the guards of a push said of the load that made a version; what they let pass is open at once. */
export function VersionGuards({ catalog, version }: { catalog: string; version: string }) {
  const path = pathOf('catalogs', catalog, 'versions', version, 'findings');
  const { answer } = useFetch((signal) => callIfThere<GuardReports>(path, { signal }), [path]);
  if (answer === undefined || answer.guards.length === 0) return null;
  const { because, guards } = answer;
  return (
    <details key={path} open={guards.some(({ verdict }) => verdict === 'allowed')}>
      <summary>Guard results</summary>
      {because !== null && <p class="notice">Accepted because: {because}</p>}
      <dl class="pairs">
        {guards.map(({ code, verdict, why, examples, lines }, at) => (
          <div key={at}>
            <dt>
              <StateBadge state={verdict} /> <code>{code}</code>
            </dt>
            <dd class="wrap">
              <bdi>{why}</bdi>
              <div class="legend">
                <RecordLinks catalog={catalog} ids={examples} at={version} />
                {lines.length > 0 && `lines ${lines.join(', ')}`}
              </div>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
