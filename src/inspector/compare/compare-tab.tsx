import { useMemo } from 'preact/hooks';
import { writeAddress } from '../frame/address.ts';
import type { CatalogState } from '../frame/catalog-state.ts';
import { catalogs } from '../frame/catalogs.ts';
import { address, stay } from '../frame/navigation.ts';
import { callForText } from '../frame/service.ts';
import { useStates } from '../frame/state.ts';
import { CatalogChoice } from '../parts/catalog-choice.tsx';
import { count, counted } from '../parts/figures.ts';
import { Empty, Failure } from '../parts/marks.tsx';
import { Picture } from '../parts/picture.tsx';
import { typed } from '../parts/typed.ts';
import { useAnswer } from '../parts/use-answer.ts';
import { type HitLine, readSearchAnswer, type SearchAnswer } from '../search/search-answer.ts';
import { readSearchView, searchPath } from '../search/search-view.ts';
import { type RankMove, rankMoves } from './rank-moves.ts';

const COMPARED_ROWS = 20;
const ROW_HEIGHT = 44;
const SIDES = ['a', 'b'] as const;
type Side = (typeof SIDES)[number];

/** Two searches beside each other: what moved, what came, what went. */
export function CompareTab() {
  useStates(catalogs);
  const all = catalogs.value;
  if (all === undefined) return <p class="muted pad">Loading …</p>;
  const [first] = all;
  if (first === undefined) return <Empty title="No catalog yet" />;
  return <Comparison all={all} usual={first} />;
}

/** The members of the address that belong to one side: `q.a`, `fq.a` … */
function sideOf(side: Side, usual: CatalogState) {
  const { query } = address.value;
  const own = Object.entries(query).filter(([name]) => name.endsWith(`.${side}`));
  return readSearchView(
    Object.fromEntries(own.map(([name, value]) => [name.slice(0, -2), value])),
    usual.name,
  );
}

function useSide(side: Side, all: readonly CatalogState[], usual: CatalogState) {
  const view = sideOf(side, usual);
  const catalog = all.find(({ name }) => name === view.catalog) ?? usual;
  const path = searchPath(view, catalog, COMPARED_ROWS);
  const found = useAnswer(
    async (signal) => (view.q === '' ? undefined : readSearchAnswer(await callForText(path, { signal }))),
    [path, catalog.published_version],
  );
  return { view, catalog, ...found };
}

function Comparison({ all, usual }: { all: readonly CatalogState[]; usual: CatalogState }) {
  const left = useSide('a', all, usual);
  const right = useSide('b', all, usual);
  const change = (side: Side, edits: Record<string, string>) => {
    const own = Object.fromEntries(Object.entries(edits).map(([name, value]) => [`${name}.${side}`, value]));
    stay('compare', [], { ...address.value.query, ...own });
  };
  return (
    <div class="page scrolls whole">
      <div class="sides">
        {([left, right] as const).map(({ view, catalog }, at) => {
          const side = SIDES[at] ?? 'a';
          const name = side.toUpperCase();
          return (
            <fieldset class="card form side" key={side}>
              <legend class="unseen">Search {name}</legend>
              <div class="toolbar">
                <b aria-hidden="true">{name}</b>
                <CatalogChoice
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
                  onInput={typed((text) => change(side, { q: text }))}
                />
              </div>
              <div class="toolbar">
                <input
                  class="grow mono"
                  aria-label={`Filter ${name}`}
                  placeholder="fq: price:[10 TO 50]"
                  value={view.fq.join('\n')}
                  onChange={typed((text) => change(side, { fq: text }))}
                />
                <input
                  class="grow mono"
                  aria-label={`Sort ${name}`}
                  placeholder="sort: price asc"
                  value={view.sort}
                  onChange={typed((text) => change(side, { sort: text }))}
                />
              </div>
            </fieldset>
          );
        })}
      </div>
      {[left.failure, right.failure].map(
        (failure, at) => failure !== undefined && <Failure key={SIDES[at]} message={failure} />,
      )}
      {left.answer === undefined || right.answer === undefined ? (
        <Empty title="Type two searches to see what moves between them." />
      ) : (
        <Ranks left={left.answer} right={right.answer} catalogs={[left.catalog.name, right.catalog.name]} />
      )}
    </div>
  );
}

interface RanksProps {
  left: SearchAnswer;
  right: SearchAnswer;
  catalogs: readonly [string, string];
}

function Ranks({ left, right, catalogs: names }: RanksProps) {
  const moves = useMemo(
    () =>
      rankMoves(
        left.hits.map(({ id }) => id),
        right.hits.map(({ id }) => id),
      ),
    [left, right],
  );
  const many = (kind: RankMove['kind']) => moves.filter((move) => move.kind === kind).length;
  const rows = Math.max(left.hits.length, right.hits.length, 1);
  return (
    <Picture
      title={`${many('gained')} gained, ${many('lost')} lost, ${many('moved')} moved, ${many('same')} in place, of the first ${COMPARED_ROWS}`}
      rows={[
        ['id', 'rank A', 'rank B', 'what'],
        ...moves.map(({ id, left: from, right: to, kind }) => [id, from ?? '', to ?? '', kind]),
      ]}
    >
      <div class="ranks">
        <Column
          title={`A: ${counted(left.total, 'hit')}`}
          hits={left.hits}
          catalog={names[0]}
          moves={moves}
          isLeft
        />
        <svg
          class="rank-lines"
          viewBox={`0 0 100 ${rows * ROW_HEIGHT}`}
          preserveAspectRatio="none"
          style={{ height: `${rows * ROW_HEIGHT}px` }}
          aria-hidden="true"
        >
          {moves.map(({ id, left: from, right: to, kind }) => {
            if (from === undefined || to === undefined) return null;
            const [y1, y2] = [(from - 0.5) * ROW_HEIGHT, (to - 0.5) * ROW_HEIGHT];
            return <path key={id} class={`rank-line ${kind}`} d={`M0 ${y1}C50 ${y1} 50 ${y2} 100 ${y2}`} />;
          })}
        </svg>
        <Column
          title={`B: ${counted(right.total, 'hit')}`}
          hits={right.hits}
          catalog={names[1]}
          moves={moves}
          isLeft={false}
        />
      </div>
    </Picture>
  );
}

interface ColumnProps {
  title: string;
  hits: readonly HitLine[];
  catalog: string;
  moves: readonly RankMove[];
  isLeft: boolean;
}

function Column({ title, hits, catalog, moves, isLeft }: ColumnProps) {
  return (
    <div>
      <h2 class="rank-title">{title}</h2>
      <ol class="rank-column">
        {hits.map(({ id, title: name }, at) => {
          const move = moves.find((each) => each.id === id);
          const by = (move?.left ?? 0) - (move?.right ?? 0);
          return (
            <li key={id} style={{ height: `${ROW_HEIGHT}px` }}>
              <a class="rank-row" data-row href={writeAddress('catalog', [catalog, id])}>
                <span class="muted figures">{count(at + 1)}</span>
                <bdi class="cut">{name || id}</bdi>
                {move?.kind === 'gained' && <span class="mark good">new</span>}
                {move?.kind === 'lost' && <span class="mark bad">gone</span>}
                {!isLeft && move?.kind === 'moved' && (
                  <span class="muted figures">{by > 0 ? `▲ ${by}` : `▼ ${-by}`}</span>
                )}
              </a>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
