import type { CatalogState } from '../../../protocol/control-documents.ts';
import { VersionDifference } from '../catalog/changes.tsx';
import { writeAddress } from '../frame/address.ts';
import { address, replaceView } from '../frame/navigation.ts';
import { callForText } from '../frame/service.ts';
import { useCatalogs, useFetch } from '../frame/use-fetch.ts';
import { EmptyState, Failure, Loading, NoCatalog } from '../parts/badges.tsx';
import { CatalogChoice, takeText } from '../parts/form.tsx';
import { Toolbar } from '../parts/layout.tsx';
import { readSearchAnswer } from '../search/search-answer.ts';
import { readSearchView, toSearchPath } from '../search/search-view.ts';
import { Ranks } from './ranks.tsx';
import { Rehearsal } from './rehearsal.tsx';

const COMPARED_ROWS = 20;
const SIDES = ['a', 'b'] as const;
type Side = (typeof SIDES)[number];

/** Two searches beside each other, of two catalogs or of two moments: what moved, what came, what went. */
export function CompareTab() {
  const { answer, failure } = useCatalogs();
  if (address.value.path[0] === 'rehearsal') return <Rehearsal />;
  if (answer === undefined) return <Loading failure={failure} />;
  const { catalogs: all } = answer;
  const [first] = all;
  if (first === undefined) return <NoCatalog name={undefined} />;
  return <Comparison all={all} usual={first} />;
}

/** One side, by its members of the address: `q.a`, `fq.a` … */
function useSide(side: Side, all: readonly CatalogState[], usual: CatalogState) {
  const own = Object.entries(address.value.query).filter(([name]) => name.endsWith(`.${side}`));
  const query = Object.fromEntries(own.map(([name, value]) => [name.slice(0, -2), value]));
  const view = readSearchView(query, usual.name);
  const catalog = all.find(({ name }) => name === view.catalog) ?? usual;
  const path = toSearchPath(view, catalog, COMPARED_ROWS);
  const search = useFetch(
    async (signal) => (view.q === '' ? undefined : readSearchAnswer(await callForText(path, { signal }))),
    [path, catalog.published_version],
  );
  return { view, catalog, ...search };
}

function Comparison({ all, usual }: { all: readonly CatalogState[]; usual: CatalogState }) {
  const left = useSide('a', all, usual);
  const right = useSide('b', all, usual);
  const change = (side: Side, edits: Record<string, string>) => {
    const own = Object.fromEntries(Object.entries(edits).map(([name, value]) => [`${name}.${side}`, value]));
    replaceView('compare', [], { ...address.value.query, ...own });
  };
  return (
    <div class="page">
      <div class="columns">
        {([left, right] as const).map(({ view, catalog }, index) => {
          const side = SIDES[index] ?? 'a';
          const name = side.toUpperCase();
          return (
            <fieldset class="card stack" key={side}>
              <legend class="unseen">Search {name}</legend>
              <Toolbar>
                <b aria-hidden="true">{name}</b>
                <CatalogChoice
                  all={all}
                  label={`Catalog ${name}`}
                  value={catalog.name}
                  onChange={(chosen) => change(side, { catalog: chosen })}
                />
                <input
                  type="search"
                  class="grow"
                  data-filter={side === 'a' ? true : undefined}
                  aria-label={`Search ${name}`}
                  placeholder={side === 'a' ? 'grey sofa' : 'gray couch'}
                  value={view.q}
                  onInput={takeText((text) => change(side, { q: text }))}
                />
              </Toolbar>
              <Toolbar>
                {(
                  [
                    ['fq', 'Filter', 'fq: price:[10 TO 50]', view.fq.join('\n')],
                    ['sort', 'Sort', 'sort: price asc', view.sort],
                    ['at', 'As of', 'as of: version, job, time', view.at],
                  ] as const
                ).map(([parameter, label, example, value]) => (
                  <input
                    key={parameter}
                    class="grow mono"
                    aria-label={`${label} ${name}`}
                    placeholder={example}
                    value={value}
                    onChange={takeText((text) => change(side, { [parameter]: text }))}
                  />
                ))}
              </Toolbar>
            </fieldset>
          );
        })}
      </div>
      <Toolbar>
        <a href={writeAddress('compare', ['rehearsal'])}>Open the report of a rehearsal</a>
      </Toolbar>
      {left.catalog === right.catalog && left.view.at !== right.view.at && (
        <VersionDifference
          catalog={left.catalog.name}
          from={left.view.at || String(left.catalog.version)}
          to={right.view.at || String(left.catalog.version)}
        />
      )}
      {[left.failure, right.failure].map(
        (failure, index) => failure !== undefined && <Failure key={SIDES[index]} message={failure} />,
      )}
      {left.answer === undefined || right.answer === undefined ? (
        <EmptyState title="Enter two searches to compare their results." />
      ) : (
        <Ranks
          left={left.answer}
          right={right.answer}
          places={[
            [left.catalog.name, left.view.at],
            [right.catalog.name, right.view.at],
          ]}
        />
      )}
    </div>
  );
}
