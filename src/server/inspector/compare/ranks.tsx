import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import { writeAddress } from '../frame/address.ts';
import { StateBadge } from '../parts/badges.tsx';
import { Chart, Plot } from '../parts/chart.tsx';
import { Muted } from '../parts/layout.tsx';
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
        <Column
          title={`A: ${pluralize(left.total, 'hit')}`}
          hits={left.hits}
          place={places?.[0]}
          moves={moves}
          isLeft
          other={right}
        />
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
        <Column
          title={`B: ${pluralize(right.total, 'hit')}`}
          hits={right.hits}
          place={places?.[1]}
          moves={moves}
          isLeft={false}
          other={left}
        />
      </div>
    </Chart>
  );
}

interface ColumnProps {
  title: string;
  hits: RankedList['hits'];
  place: RecordPlace | undefined;
  moves: readonly RankMove[];
  isLeft: boolean;
  other: RankedList;
}

function Column({ title, hits, place, moves, isLeft, other }: ColumnProps) {
  // Beyond the rows that were asked for, the other side may have it all the same.
  const below = other.total > other.hits.length ? `below ${other.hits.length}` : undefined;
  return (
    <div>
      <h2>{title}</h2>
      <ol class="rank-column">
        {hits.map(({ id, title: name }, index) => {
          const move = moves.find((each) => each.id === id);
          const by = (move?.left ?? 0) - (move?.right ?? 0);
          return (
            <li key={id} style={{ height: `${ROW_HEIGHT}px` }}>
              <a
                class="item rank-row"
                {...(place && {
                  'data-row': true,
                  href: writeAddress('catalog', [place[0], id], { at: place[1] }),
                })}
              >
                <Muted>{formatCount(index + 1)}</Muted>
                <bdi class="cut">{name || id}</bdi>
                {move?.kind === 'gained' && (
                  <StateBadge state={below === undefined ? 'new' : `${below} in A`} />
                )}
                {move?.kind === 'lost' && <StateBadge state={below ?? 'gone'} />}
                {!isLeft && move?.kind === 'moved' && <Muted>{by > 0 ? `▲ ${by}` : `▼ ${-by}`}</Muted>}
              </a>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
