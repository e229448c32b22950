import { writeAddress } from '../frame/address.ts';
import type { CatalogState } from '../frame/catalogs.ts';
import { catalogs, catalogsFailure } from '../frame/catalogs.ts';
import { address, go } from '../frame/navigation.ts';
import { useStates } from '../frame/state.ts';
import { NoCatalog } from '../parts/catalog-choice.tsx';
import { count, counted } from '../parts/format.ts';
import { IdForm } from '../parts/id-form.tsx';
import { Dim, Loading } from '../parts/layout.tsx';
import { ProfileCharts } from './profile-charts.tsx';
import { RecordView } from './record-view.tsx';
import { Versions } from './versions.tsx';

/** What is stored, and how it came to be so. */
export function CatalogTab() {
  useStates(catalogs, catalogsFailure);
  const all = catalogs.value;
  const [name, recordId] = address.value.path;
  if (all === undefined) return <Loading failure={catalogsFailure.value} />;
  const catalog = name === undefined ? all[0] : all.find((each) => each.name === name);
  if (catalog === undefined) return <NoCatalog name={name} />;
  const isOpen = recordId !== undefined;
  return (
    <div class={`split ${isOpen ? 'is-open' : ''}`}>
      <div class="split-list scrolls page">
        <nav class="catalogs" aria-label="Catalogs">
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
          onSend={(id) => go('catalog', [catalog.name, id])}
        />
        <Versions catalog={catalog} />
        <ProfileCharts catalog={catalog} key={catalog.name} />
      </div>
      {isOpen && <RecordView catalog={catalog} id={recordId} key={recordId} />}
    </div>
  );
}

function CatalogCard({ catalog, isShown }: { catalog: CatalogState; isShown: boolean }) {
  const { name, records, documents, version, published_version: published } = catalog;
  return (
    <a
      class="card catalog-card"
      data-row
      href={writeAddress('catalog', [name])}
      aria-current={isShown ? 'true' : undefined}
    >
      <b class="cut">
        <bdi>{name}</bdi>
      </b>
      <span class="figures">{counted(records, 'record')}</span>
      <Dim>
        {published === null
          ? `version ${version}, not searchable yet`
          : published === version
            ? `version ${version}, published`
            : `version ${version}; published: ${published}, ${count(documents)} documents`}
      </Dim>
    </a>
  );
}
