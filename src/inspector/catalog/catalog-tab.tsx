import { useEffect, useState } from 'preact/hooks';
import { writeAddress } from '../frame/address.ts';
import type { CatalogState } from '../frame/catalog-state.ts';
import { catalogs } from '../frame/catalogs.ts';
import { address, go } from '../frame/navigation.ts';
import { hasCall } from '../frame/service.ts';
import { useStates } from '../frame/state.ts';
import { count, counted } from '../parts/figures.ts';
import { Empty } from '../parts/marks.tsx';
import { Dim } from '../parts/plain.tsx';
import { typed } from '../parts/typed.ts';
import { ProfilePictures } from './profile-pictures.tsx';
import { RecordView } from './record-view.tsx';
import { Versions } from './versions.tsx';

/** What is stored, and how it came to be so. */
export function CatalogTab() {
  useStates(catalogs);
  const all = catalogs.value;
  const [name, recordId] = address.value.path;
  const [keepsHistory, setKeepsHistory] = useState(false);
  useEffect(() => void hasCall('/_brctl/catalogs/{name}/versions').then(setKeepsHistory), []);
  if (all === undefined) return <p class="muted pad">Loading …</p>;
  const catalog = name === undefined ? all[0] : all.find((each) => each.name === name);
  if (catalog === undefined) {
    return (
      <Empty title={all.length === 0 ? 'No catalog yet' : `There is no catalog ${name}.`}>
        <p>Load one:</p>
        <pre class="code">brctl push catalog.jsonl</pre>
      </Empty>
    );
  }
  const isOpen = recordId !== undefined && keepsHistory;
  return (
    <div class={`split ${isOpen ? 'is-open' : ''}`}>
      <div class="split-list scrolls page">
        <nav class="catalogs" aria-label="Catalogs">
          {all.map((each) => (
            <CatalogCard key={each.name} catalog={each} isShown={each === catalog} />
          ))}
        </nav>
        {keepsHistory && <FindRecord catalog={catalog} />}
        {keepsHistory && <Versions catalog={catalog} />}
        <ProfilePictures catalog={catalog} key={catalog.name} />
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
            ? `version ${version}, all searchable`
            : `version ${version}, searches see ${published} with ${count(documents)}`}
      </Dim>
    </a>
  );
}

function FindRecord({ catalog }: { catalog: CatalogState }) {
  const [id, setId] = useState(address.value.path[1] ?? '');
  return (
    <form
      class="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim() !== '') go('catalog', [catalog.name, id.trim()]);
      }}
    >
      <input
        class="grow"
        data-filter
        aria-label="Id of a record"
        placeholder="Id of a record: what it is, and how it came to be so"
        value={id}
        onInput={typed(setId)}
      />
      <button type="submit">Open</button>
    </form>
  );
}
