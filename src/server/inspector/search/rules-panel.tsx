import { pathOf } from '../frame/address.ts';
import type { CatalogState } from '../frame/catalogs.ts';
import { callIfThere } from '../frame/service.ts';
import { Failure } from '../parts/badges.tsx';
import { counted } from '../parts/format.ts';
import { Remark } from '../parts/layout.tsx';
import { useFetch } from '../parts/use-answer.ts';

/** What `GET /_brctl/catalogs/{name}/merchandising` answers. */
interface AppliedRules {
  file: string | null;
  fault: { message: string; line?: number } | null;
  rules: { name: string; operations: string[] }[];
  facets: string[];
  signals: { field: string; weight: number }[];
  redirect: string | null;
}

/** The merchandising rules of a search, where the service has a file of them. @param path of the search */
export function RulesPanel({ path, catalog }: { path: string; catalog: CatalogState }) {
  const asked = `${pathOf('catalogs', catalog.name, 'merchandising')}${path.slice(path.indexOf('?'))}`;
  const { answer } = useFetch((signal) => callIfThere<AppliedRules>(asked, { signal }), [asked]);
  if (answer === undefined || answer.file === null) return null;
  const { fault, rules, facets, signals, redirect } = answer;
  return (
    <details class="options" open={fault !== null || rules.length > 0}>
      <summary>Merchandising: {counted(rules.length, 'rule')}</summary>
      {fault !== null && (
        <Failure
          message={`The file is wrong${fault.line === undefined ? '' : ` in line ${fault.line}`}, the last right rules are in use: ${fault.message}`}
        />
      )}
      <dl class="pairs">
        {rules.map(({ name, operations }, at) => (
          <div key={at}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>{operations.join(', ')}</dd>
          </div>
        ))}
      </dl>
      {redirect !== null && <Remark>Redirects to {redirect}</Remark>}
      {signals.length > 0 && <Remark>Signals: {signals.map(({ field }) => field).join(', ')}</Remark>}
      {facets.length > 0 && <Remark>Facets arranged: {facets.join(', ')}</Remark>}
    </details>
  );
}
