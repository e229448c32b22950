import { useEffect, useState } from 'preact/hooks';
import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import type { CatalogState, Merchandising } from '../../../protocol/control-documents.ts';
import { decodePart } from '../../../protocol/paths.ts';
import { joinPath, writeAddress } from '../frame/address.ts';
import { address, pushView, replaceView } from '../frame/navigation.ts';
import { callForAnswer, callIfThere } from '../frame/service.ts';
import { useCatalogs, useFetch } from '../frame/use-fetch.ts';
import { EmptyState, Failure, Loading, NoCatalog } from '../parts/badges.tsx';
import { Bar } from '../parts/chart.tsx';
import { Button, CatalogChoice, CopyButton, IdForm } from '../parts/form.tsx';
import { formatDuration } from '../parts/format.ts';
import { JsonView } from '../parts/json-view.tsx';
import { Caption, Item, Muted, Pairs, Toolbar } from '../parts/layout.tsx';
import { Explanation } from './explanation.tsx';
import { type HitLine, readSearchAnswer } from './search-answer.ts';
import { SearchBox } from './search-box.tsx';
import { Facet, SearchOptions } from './search-options.tsx';
import { ROWS, readSearchView, type SearchView, toSearchPath, writeSearchView } from './search-view.ts';

/** The merchandising rules of a search, where the service has a file of them. @param path of the search */
function RulesPanel({ path, catalog }: { path: string; catalog: CatalogState }) {
  const url = `${joinPath('catalogs', catalog.name, 'merchandising')}${path.slice(path.indexOf('?'))}`;
  const { answer } = useFetch((signal) => callIfThere<Merchandising>(url, { signal }), [url]);
  if (answer === undefined || answer.file === null) return null;
  const { fault, rules, facets, signals, redirect } = answer;
  return (
    <details class="options" open={fault !== null || rules.length > 0}>
      <summary>Merchandising: {pluralize(rules.length, 'rule')}</summary>
      {fault !== null && (
        <Failure
          message={`Invalid file${fault.line === undefined ? '' : `, line ${fault.line}`}; the last valid rules are in use: ${fault.message}`}
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

/** A playground: what a storefront would get, and why. */
export function SearchTab() {
  const { answer, failure } = useCatalogs();
  if (answer === undefined) return <Loading failure={failure} />;
  const { catalogs: all } = answer;
  const view = readSearchView(address.value.query, all[0]?.name ?? '');
  const catalog = all.find(({ name }) => name === view.catalog);
  if (catalog === undefined) return <NoCatalog name={view.catalog} />;
  return <Playground view={view} catalog={catalog} all={all} />;
}

interface PlaygroundProps {
  view: SearchView;
  catalog: CatalogState;
  all: readonly CatalogState[];
}

const TYPING_MS = 150;

/** The view as it is searched for: new words wait until nobody types. */
function useRestedView(view: SearchView): SearchView {
  const [rested, setRested] = useState(view);
  const isTyped = view.q !== rested.q && view.catalog === rested.catalog;
  useEffect(() => {
    const timer = setTimeout(() => setRested(view), isTyped ? TYPING_MS : 0);
    return () => clearTimeout(timer);
  }, [JSON.stringify(view)]);
  return isTyped ? rested : view;
}

function Playground({ view: typed, catalog, all }: PlaygroundProps) {
  const view = useRestedView(typed);
  const [explainedId] = address.value.path;
  // Of the address as it is now: what was typed and a click on a facet may come within the same moment.
  const change = (edits: Partial<SearchView>) => {
    const now = readSearchView(address.value.query, view.catalog);
    replaceView('search', [], writeSearchView({ ...now, start: 0, ...edits }));
  };
  const path = toSearchPath(view, catalog);
  const { answer, failure } = useFetch(
    async (signal) => {
      if (view.type === 'category' && view.q.trim() === '') return undefined;
      const startMs = performance.now();
      const answer = await callForAnswer(path, { signal });
      const result = readSearchAnswer(await answer.text());
      const lenient = answer.headers.get('x-brctl-lenient');
      const fields = answer.headers.get('x-brctl-lenient-fields');
      return { ...result, lenient, fields, elapsedMs: performance.now() - startMs };
    },
    [path, catalog.published_version],
  );
  return (
    <div class="split">
      <div class="search-page split-list">
        <Toolbar>
          <CatalogChoice
            all={all}
            value={catalog.name}
            onChange={(name) => change({ catalog: name, fq: [] })}
          />
          <SearchBox words={typed.q} view={view} catalog={catalog} onType={(q) => change({ q })} />
        </Toolbar>
        <div class="search-body">
          <aside class="search-side stack" aria-label="Filters">
            <SearchOptions view={typed} change={change} />
            <RulesPanel path={path} catalog={catalog} />
            {answer?.facets.map((facet) => (
              <Facet key={facet.field} facet={facet} fq={typed.fq} onChange={(fq) => change({ fq })} />
            ))}
          </aside>
          <section class="search-hits stack" aria-label="Hits">
            {failure && <Failure message={failure} />}
            {answer && (
              <>
                <Toolbar>
                  <b class="figures" aria-live="polite">
                    {pluralize(answer.total, 'product')}
                  </b>
                  <Muted>in {formatDuration(answer.elapsedMs)}</Muted>
                  <span>{answer.remark}</span>
                  <span class="grow" />
                  <IdForm
                    label="Id of a missing product"
                    hint="Explain missing product (id)"
                    onSend={(id) => pushView('search', [id], writeSearchView(view))}
                  />
                </Toolbar>
                {answer.lenient !== null && (
                  <Caption>
                    The hosted service probably refuses this: <code>{answer.lenient}</code>
                    {answer.fields !== null && ` (${decodePart(answer.fields)})`}
                  </Caption>
                )}
                {answer.diagnostics && (
                  <details open>
                    <summary>Diagnostics</summary>
                    <JsonView text={answer.diagnostics} label="br_diagnostics as JSON" />
                  </details>
                )}
                {answer.hits.length === 0 && <EmptyState title="No results." />}
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

interface HitsProps {
  hits: readonly HitLine[];
  view: SearchView;
  explainedId: string | undefined;
}

function Hits({ hits, view, explainedId }: HitsProps) {
  const max = Math.max(0, ...hits.map(({ score }) => score));
  return (
    <ol class="stack hits" start={view.start + 1}>
      {hits.map((hit, index) => (
        <li key={`${hit.id} ${index}`}>
          <Item
            class="hit"
            href={writeAddress('search', [hit.id], writeSearchView(view))}
            isOpen={hit.id === explainedId}
            title="Why here"
          >
            <span class="muted figures rank">{view.start + index + 1}</span>
            <span class="hit-text">
              <bdi class="hit-title">{hit.title || hit.id}</bdi>
              <span class="muted cut">
                <bdi>{hit.brand}</bdi> <span class="mono">{hit.id}</span>
              </span>
            </span>
            <span class="figures price">
              {hit.before !== '' && <s class="muted">{hit.before}</s>}
              {hit.price}
            </span>
            <span class="score figures muted">
              <Bar pieces={[['bar', max === 0 ? 0 : (100 * hit.score) / max]]} />
              {hit.score.toFixed(2)}
            </span>
          </Item>
        </li>
      ))}
    </ol>
  );
}

interface PagesProps {
  view: SearchView;
  total: number;
  onChange(start: number): void;
}

function Pages({ view, total, onChange }: PagesProps) {
  if (total <= ROWS) return null;
  const last = Math.min(view.start + ROWS, total);
  return (
    <Toolbar>
      <Button disabled={view.start === 0} onClick={() => onChange(Math.max(0, view.start - ROWS))}>
        Previous
      </Button>
      <Muted>
        {formatCount(view.start + 1)} – {formatCount(last)} of {formatCount(total)}
      </Muted>
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
