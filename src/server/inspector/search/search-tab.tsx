import { useState } from 'preact/hooks';
import { writeAddress } from '../frame/address.ts';
import { type CatalogState, catalogs, catalogsFailure } from '../frame/catalogs.ts';
import { address, go, stay } from '../frame/navigation.ts';
import { callForAnswer } from '../frame/service.ts';
import { useStates } from '../frame/state.ts';
import { Empty, Failure } from '../parts/badges.tsx';
import { Bar } from '../parts/bar-list.tsx';
import { Button, CopyButton, typed } from '../parts/button.tsx';
import { CatalogChoice, NoCatalog } from '../parts/catalog-choice.tsx';
import { count, counted, duration } from '../parts/format.ts';
import { IdForm } from '../parts/id-form.tsx';
import { Dim, Gap, Loading, Remark, Toolbar } from '../parts/layout.tsx';
import { useFetch } from '../parts/use-answer.ts';
import { Explanation } from './explanation.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { type FacetLine, type HitLine, readSearchAnswer } from './search-answer.ts';
import { SearchBox } from './search-box.tsx';
import {
  chosenValues,
  ROWS,
  readSearchView,
  type SearchView,
  searchPath,
  toggleValue,
  writeSearchView,
} from './search-view.ts';

/** Values shown of each facet until more are asked for. */
const FIRST_VALUES = 6;

interface FacetsProps {
  facets: readonly FacetLine[];
  fq: readonly string[];
  onChange(fq: string[]): void;
}

/** The facets of an answer: a click filters. */
function Facets({ facets, fq, onChange }: FacetsProps) {
  return facets.map((facet) => <Facet key={facet.field} facet={facet} fq={fq} onChange={onChange} />);
}

function Facet({ facet, fq, onChange }: Omit<FacetsProps, 'facets'> & { facet: FacetLine }) {
  const [isWhole, setIsWhole] = useState(false);
  const chosen = chosenValues(fq, facet.field);
  const shown = isWhole ? facet.values : facet.values.slice(0, FIRST_VALUES);
  return (
    <fieldset class="facet">
      <legend>{facet.field}</legend>
      {shown.map(({ value, name, count: hits }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onChange(toggleValue(fq, facet.field, value))}
          />
          <bdi class="cut">{name}</bdi>
          <Dim>{count(hits)}</Dim>
        </label>
      ))}
      {shown.length < facet.values.length && (
        <Button class="quiet" onClick={() => setIsWhole(true)}>
          {facet.values.length - shown.length} more
        </Button>
      )}
    </fieldset>
  );
}

/** A playground: what a storefront would get, and why. */
export function SearchTab() {
  useStates(catalogs, catalogsFailure);
  const all = catalogs.value;
  if (all === undefined) return <Loading failure={catalogsFailure.value} />;
  const view = readSearchView(address.value.query, all[0]?.name ?? '');
  const catalog = all.find(({ name }) => name === view.catalog);
  if (catalog === undefined) return <NoCatalog name={view.catalog} />;
  return <Playground view={view} catalog={catalog} />;
}

function Playground({ view, catalog }: { view: SearchView; catalog: CatalogState }) {
  const [explainedId] = address.value.path;
  // Of the address as it is now: what was typed and a click on a facet may come within the same moment.
  const change = (edits: Partial<SearchView>) => {
    const now = readSearchView(address.value.query, view.catalog);
    stay('search', [], writeSearchView({ ...now, start: 0, ...edits }));
  };
  const path = searchPath(view, catalog);
  const { answer, failure } = useFetch(
    async (signal) => {
      if (view.type === 'category' && view.q.trim() === '') return undefined;
      const startMs = performance.now();
      const answer = await callForAnswer(path, { signal });
      const found = readSearchAnswer(await answer.text());
      const lenient = answer.headers.get('x-brctl-lenient');
      return { ...found, lenient, elapsedMs: performance.now() - startMs };
    },
    [path, catalog.published_version],
  );
  return (
    <div class={`split ${explainedId === undefined ? '' : 'is-open'}`}>
      <div class="search-page split-list">
        <Toolbar>
          <CatalogChoice value={catalog.name} onChange={(name) => change({ catalog: name, fq: [] })} />
          <SearchBox view={view} catalog={catalog} onSearch={(q) => change({ q })} />
        </Toolbar>
        <div class="search-body">
          <aside class="search-side" aria-label="Filters">
            <Options view={view} change={change} />
            <RulesPanel path={path} catalog={catalog} />
            {answer && <Facets facets={answer.facets} fq={view.fq} onChange={(fq) => change({ fq })} />}
          </aside>
          <section class="search-hits" aria-label="Hits">
            {failure && <Failure message={failure} />}
            {answer && (
              <>
                <Toolbar>
                  <b class="figures" aria-live="polite">
                    {counted(answer.total, 'product')}
                  </b>
                  <Dim>in {duration(answer.elapsedMs)}</Dim>
                  <span>{answer.remark}</span>
                  <Gap />
                  <IdForm
                    label="Id of a product that is missing"
                    hint="Explain missing product (id)"
                    onSend={(id) => go('search', [id], writeSearchView(view))}
                  />
                </Toolbar>
                {answer.lenient !== null && (
                  <Remark>
                    The hosted service probably refuses this: <code>{answer.lenient}</code>
                  </Remark>
                )}
                {answer.hits.length === 0 && <Empty title="No results." />}
                <Hits hits={answer.hits} view={view} explainedId={explainedId} />
                <Pages view={view} total={answer.total} onChange={(start) => change({ start })} />
              </>
            )}
            <RequestLine path={path} />
          </section>
        </div>
      </div>
      {explainedId !== undefined && (
        <Explanation id={explainedId} view={view} catalog={catalog} key={explainedId} />
      )}
    </div>
  );
}

interface OptionsProps {
  view: SearchView;
  change(edits: Partial<SearchView>): void;
}

/** What is typed takes effect when it is left or with Enter: a filter that is half typed is refused. */
function Options({ view, change }: OptionsProps) {
  const field = (name: 'efq' | 'sort' | 'view' | 'segment' | 'at', label: string, example: string) => (
    <label key={name}>
      {label}
      <input
        class="mono"
        placeholder={example}
        value={view[name]}
        onChange={typed((text) => change({ [name]: text }))}
      />
    </label>
  );
  return (
    <details class="options" open={view.fq.length + view.efq.length + view.sort.length + view.at.length > 0}>
      <summary>Options</summary>
      <label>
        Kind
        <select value={view.type} onChange={typed((text: SearchView['type']) => change({ type: text }))}>
          <option value="keyword">words</option>
          <option value="category">id of a category</option>
        </select>
      </label>
      {field('sort', 'Sort', 'price asc')}
      <label>
        fq, one a line
        <textarea
          class="mono"
          rows={Math.max(2, view.fq.length)}
          placeholder="price:[10 TO 50]"
          value={view.fq.join('\n')}
          onChange={(event) => change({ fq: event.currentTarget.value.split('\n').filter(Boolean) })}
        />
      </label>
      {field('efq', 'efq', '-brand:("a")')}
      {field('view', 'View', 'view_id')}
      {field('segment', 'Segment', 'customer_tier:gold')}
      {field('at', 'As of', 'a version, job or time')}
    </details>
  );
}

interface HitsProps {
  hits: readonly HitLine[];
  view: SearchView;
  explainedId: string | undefined;
}

function Hits({ hits, view, explainedId }: HitsProps) {
  const most = Math.max(0, ...hits.map(({ score }) => score));
  return (
    <ol class="hits" start={view.start + 1}>
      {hits.map((hit, at) => (
        <li key={`${hit.id} ${at}`}>
          <a
            class="hit"
            data-row
            href={writeAddress('search', [hit.id], writeSearchView(view))}
            aria-current={hit.id === explainedId ? 'true' : undefined}
            title="Why here"
          >
            <span class="muted figures rank">{view.start + at + 1}</span>
            <span class="tile" aria-hidden="true" style={{ '--hue': String(hueOf(hit.title)) }}>
              {[...hit.title.trim()][0] ?? '?'}
            </span>
            <span class="hit-text">
              <bdi class="hit-title">{hit.title || hit.id}</bdi>
              <span class="muted cut">
                <bdi>{hit.brand}</bdi> <span class="mono">{hit.id}</span>
              </span>
            </span>
            <span class="figures price">
              {hit.before !== '' && <s class="muted">{hit.before}</s>} {hit.price}
            </span>
            <span class="score figures muted">
              <Bar pieces={[['bar', most === 0 ? 0 : (100 * hit.score) / most]]} />
              {hit.score.toFixed(2)}
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Images of products would come from elsewhere; a colour tells them apart, too. */
function hueOf(text: string): number {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return sum;
}

function Pages({
  view,
  total,
  onChange,
}: {
  view: SearchView;
  total: number;
  onChange(start: number): void;
}) {
  if (total <= ROWS) return null;
  const last = Math.min(view.start + ROWS, total);
  return (
    <Toolbar>
      <Button disabled={view.start === 0} onClick={() => onChange(Math.max(0, view.start - ROWS))}>
        Previous
      </Button>
      <Dim>
        {count(view.start + 1)} – {count(last)} of {count(total)}
      </Dim>
      <Button disabled={last >= total} onClick={() => onChange(view.start + ROWS)}>
        Next
      </Button>
    </Toolbar>
  );
}

function RequestLine({ path }: { path: string }) {
  const url = `${location.origin}${path}`;
  return (
    <details class="request-line">
      <summary>The request</summary>
      <p class="mono wrap">{url}</p>
      <Toolbar>
        <CopyButton label="Copy URL" text={() => url} />
        <CopyButton
          label="Copy as curl"
          text={() => `curl '${url.replaceAll("'", '%27')}&auth_key='"$BRCTL_AUTH_KEY"`}
        />
      </Toolbar>
    </details>
  );
}
