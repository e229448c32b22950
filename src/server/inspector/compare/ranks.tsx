import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import { writeAddress } from '../frame/address.ts';
import { StateBadge } from '../parts/badges.tsx';
import { Chart, Plot } from '../parts/chart.tsx';
import { Item, Muted } from '../parts/layout.tsx';
import { type RankMove, rankMoves } from './rank-moves.ts';

const ROW_HEIGHT = 44;

/** Hits by their ranks. */
export interface RankedList {
  total: number;
  hits: readonly { id: string; title: string }[];
}

interface RanksProps {
  left: RankedList;
  right: RankedList;
  /** Where the records of both sides are; without it they are nowhere. */
  places?: readonly [RecordPlace, RecordPlace];
}

type RecordPlace = readonly [catalog: string, at: string];

/** Two rankings beside each other, with lines between what is in both. */
export function Ranks({ left, right, places }: RanksProps) {
  const [leftIds, rightIds] = [left, right].map(({ hits }) => hits.map(({ id }) => id));
  const moves = rankMoves(leftIds ?? [], rightIds ?? []);
  const countMoves = (kind: RankMove['kind']) => moves.filter((move) => move.kind === kind).length;
  const rows = Math.max(left.hits.length, right.hits.length, 1);
  return (
    <Chart
      title={`${countMoves('gained')} gained, ${countMoves('lost')} lost, ${countMoves('moved')} moved, ${countMoves('same')} in place, of the first ${rows}`}
      rows={[
        ['id', 'rank A', 'rank B', 'what'],
        ...moves.map(({ id, left: from, right: to, kind }) => [id, from ?? '', to ?? '', kind]),
      ]}
    >
      <div class="ranks">
        <Column side="A" list={left} other={right} place={places?.[0]} moves={moves} />
        <Plot
          class="rank-lines"
          viewBox={`0 0 100 ${rows * ROW_HEIGHT}`}
          style={{ height: `${rows * ROW_HEIGHT}px` }}
        >
          {moves.map(({ id, left: from, right: to, kind }) => {
            if (from === undefined || to === undefined) return null;
            const [y1, y2] = [(from - 0.5) * ROW_HEIGHT, (to - 0.5) * ROW_HEIGHT];
            return <path key={id} class={`rank-line ${kind}`} d={`M0 ${y1}C50 ${y1} 50 ${y2} 100 ${y2}`} />;
          })}
        </Plot>
        <Column side="B" list={right} other={left} place={places?.[1]} moves={moves} />
      </div>
    </Chart>
  );
}

interface ColumnProps {
  side: 'A' | 'B';
  list: RankedList;
  other: RankedList;
  place: RecordPlace | undefined;
  moves: readonly RankMove[];
}

function Column({ side, list, other, place, moves }: ColumnProps) {
  // Beyond the rows that were asked for, the other side may have it all the same.
  const below = other.total > other.hits.length ? `below ${other.hits.length}` : undefined;
  return (
    <div>
      <h2>{`${side}: ${pluralize(list.total, 'hit')}`}</h2>
      <ol class="rank-column">
        {list.hits.map(({ id, title }, index) => {
          const move = moves.find((each) => each.id === id);
          const by = (move?.left ?? 0) - (move?.right ?? 0);
          return (
            <li key={id} style={{ height: `${ROW_HEIGHT}px` }}>
              <Item
                class="rank-row"
                href={place && writeAddress('catalog', [place[0], id], { at: place[1] })}
              >
                <Muted>{formatCount(index + 1)}</Muted>
                <bdi class="cut">{title || id}</bdi>
                {move?.kind === 'gained' && (
                  <StateBadge state={below === undefined ? 'new' : `${below} in A`} />
                )}
                {move?.kind === 'lost' && <StateBadge state={below ?? 'gone'} />}
                {side === 'B' && move?.kind === 'moved' && <Muted>{by > 0 ? `▲ ${by}` : `▼ ${-by}`}</Muted>}
              </Item>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
