import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import type { CatalogState } from '../../../protocol/control-documents.ts';
import { writeAddress } from '../frame/address.ts';
import { address, pushView } from '../frame/navigation.ts';
import { useCatalogs } from '../frame/use-fetch.ts';
import { Loading, NoCatalog } from '../parts/badges.tsx';
import { IdForm } from '../parts/form.tsx';
import { Item, Muted } from '../parts/layout.tsx';
import { ProfileCharts } from './profile-charts.tsx';
import { RecordView } from './record-view.tsx';
import { Versions } from './versions.tsx';

/** Catalogs, their versions and their records. */
export function CatalogTab() {
  const { answer, failure } = useCatalogs();
  const [name, recordId] = address.value.path;
  if (answer === undefined) return <Loading failure={failure} />;
  const { catalogs: all } = answer;
  const catalog = name === undefined ? all[0] : all.find((each) => each.name === name);
  if (catalog === undefined) return <NoCatalog name={name} />;
  return (
    <div class="split">
      <div class="split-list page">
        <nav class="columns catalogs" aria-label="Catalogs">
          {all.map((each) => (
            <CatalogCard key={each.name} catalog={each} isShown={each === catalog} />
          ))}
        </nav>
        <IdForm
          label="Id of a record"
          hint="Record id: show value and history"
          initial={recordId ?? ''}
          button="Open"
          isFilter
          onSend={(id) => pushView('catalog', [catalog.name, id])}
        />
        <Versions catalog={catalog} />
        <ProfileCharts catalog={catalog} key={catalog.name} />
      </div>
      {recordId !== undefined && <RecordView catalog={catalog} id={recordId} key={recordId} />}
    </div>
  );
}

function CatalogCard({ catalog, isShown }: { catalog: CatalogState; isShown: boolean }) {
  const { name, records, documents, version, published_version: published } = catalog;
  return (
    <Item class="card" href={writeAddress('catalog', [name])} isOpen={isShown}>
      <b class="cut">
        <bdi>{name}</bdi>
      </b>
      <span class="figures">{pluralize(records, 'record')}</span>
      <Muted>
        {published === null
          ? `version ${version}, not searchable yet`
          : published === version
            ? `version ${version}, published`
            : `version ${version}; published: ${published}, ${formatCount(documents)} documents`}
      </Muted>
    </Item>
  );
}
