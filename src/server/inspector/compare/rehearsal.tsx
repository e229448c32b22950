import { useState } from 'preact/hooks';
import { formatCount } from '../../../base/wording/amounts.ts';
import { Changes } from '../catalog/changes.tsx';
import { writeAddress } from '../frame/address.ts';
import { address } from '../frame/navigation.ts';
import { createState, useStates } from '../frame/state.ts';
import { EmptyState, Failure, StateBadge } from '../parts/badges.tsx';
import { Item, Muted, Toolbar } from '../parts/layout.tsx';
import { Ranks } from './ranks.tsx';
import {
  type RehearsalReport,
  type RehearsedQuery,
  readReport,
  sortFailedFirst,
} from './rehearsal-report.ts';

/** Opened from a file, and kept until the page is left. */
const report = createState<RehearsalReport | undefined>(undefined);

/** Report of a rehearsal, query by query. */
export function Rehearsal() {
  useStates(report);
  const current = report.value;
  const chosen = current?.queries[Number(address.value.path[1])];
  return (
    <div class="page">
      <OpenReport />
      {current === undefined ? (
        <EmptyState
          title="No report is open."
          command="brctl rehearse catalog.jsonl --queries queries.yaml --json > report.json"
        />
      ) : (
        <>
          <p class="legend">
            <bdi class="wrap">{current.source}</bdi>
            {(['failed', 'inconclusive', 'moved', 'failed_before', 'queries'] as const).map((name) => (
              <span key={name}>
                <b>{formatCount(current.summary[name])}</b> {name.replace('_', ' ')}
              </span>
            ))}
          </p>
          <ol class="stack hits">
            {sortFailedFirst(current.queries).map(({ query, at }) => (
              <li key={at}>
                <Item
                  class="rank-row"
                  href={writeAddress('compare', ['rehearsal', String(at)])}
                  isOpen={query === chosen}
                >
                  <StateBadge state={query.verdict} />
                  <bdi class="cut">{query.name || query.text}</bdi>
                  <Muted>
                    {formatCount(query.before?.total ?? 0)} → {formatCount(query.after.total)}
                  </Muted>
                </Item>
              </li>
            ))}
          </ol>
          {chosen !== undefined && <Query query={chosen} />}
        </>
      )}
    </div>
  );
}

function OpenReport() {
  const [failure, setFailure] = useState<string>();
  const open = async (file: File | undefined) => {
    try {
      if (file !== undefined) report.value = readReport(await file.text());
      setFailure(undefined);
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  return (
    <Toolbar>
      <a class="button" href={writeAddress('compare')}>
        <span aria-hidden="true">←</span> Two searches
      </a>
      <label class="toolbar">
        Report of a rehearsal
        <input
          type="file"
          accept=".json"
          onChange={({ currentTarget: { files } }) => void open(files?.[0])}
        />
      </label>
      {failure && <Failure message={failure} />}
    </Toolbar>
  );
}

function Query({ query }: { query: RehearsedQuery }) {
  const titles = new Map(query.moves.map(({ id, title }) => [id, title]));
  const toSide = (answer: RehearsedQuery['after']) => ({
    total: answer.total,
    hits: answer.products.map((id) => ({ id, title: titles.get(id) ?? '' })),
  });
  return (
    <section class="stack" aria-label="Query">
      <h2>
        <bdi>{query.name || query.text}</bdi>
      </h2>
      {query.checks.map(({ kind, verdict, why }) => (
        <p key={kind + why}>
          <StateBadge state={verdict} /> {why}
        </p>
      ))}
      {query.blame.map(({ product, kind, line, attributes }) => (
        <div key={product}>
          <p>
            <b class="mono">{product}</b> {kind}
            {line !== undefined && `, line ${line}`}
          </p>
          <Changes
            changes={attributes.map(({ name, old, new: now }) => ({ place: name, before: old, after: now }))}
          />
        </div>
      ))}
      {query.before != null && <Ranks left={toSide(query.before)} right={toSide(query.after)} />}
    </section>
  );
}
