import { pluralize } from '../../../base/wording/amounts.ts';
import type { CatalogState, Merchandising } from '../../../protocol/control-documents.ts';
import { pathOf } from '../frame/address.ts';
import { callIfThere } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { Failure } from '../parts/badges.tsx';
import { Caption, Pairs } from '../parts/layout.tsx';

/** The merchandising rules of a search, where the service has a file of them. @param path of the search */
export function RulesPanel({ path, catalog }: { path: string; catalog: CatalogState }) {
  const asked = `${pathOf('catalogs', catalog.name, 'merchandising')}${path.slice(path.indexOf('?'))}`;
  const { answer } = useFetch((signal) => callIfThere<Merchandising>(asked, { signal }), [asked]);
  if (answer === undefined || answer.file === null) return null;
  const { fault, rules, facets, signals, redirect } = answer;
  return (
    <details class="options" open={fault !== null || rules.length > 0}>
      <summary>Merchandising: {pluralize(rules.length, 'rule')}</summary>
      {fault !== null && (
        <Failure
          message={`The file is wrong${fault.line === undefined ? '' : ` in line ${fault.line}`}, the last right rules are in use: ${fault.message}`}
        />
      )}
      <Pairs
        rows={rules.map(({ name, operations }) => [<bdi key={name}>{name}</bdi>, operations.join(', ')])}
      />
      {redirect !== null && <Caption>Redirects to {redirect}</Caption>}
      {signals.length > 0 && <Caption>Signals: {signals.map(({ field }) => field).join(', ')}</Caption>}
      {facets.length > 0 && <Caption>Facets arranged: {facets.join(', ')}</Caption>}
    </details>
  );
}
