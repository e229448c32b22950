import type { ComponentChildren } from 'preact';
import { Plot } from './chart.tsx';

/** Pieces of a bar: their colour, and their width in hundredths of the whole. */
export type BarPieces = readonly (readonly [tone: string, width: number])[];

/** A bar of pieces one after the other; its figures stand beside it. */
export function Bar({ pieces }: { pieces: BarPieces }) {
  let from = 0;
  return (
    <Plot viewBox="0 0 100 10">
      {pieces.map(([tone, width]) => {
        from += width;
        return <rect key={tone} class={tone} x={from - width} width={width} height="10" />;
      })}
    </Plot>
  );
}

export interface BarLine {
  name: string;
  /** How far it is indented, from 0. */
  depth?: number;
  /** Beside the name. */
  more?: ComponentChildren;
  pieces: BarPieces;
  figure: string;
}

/** Names, each with a bar and a figure. */
export function BarList({ lines, wide = false }: { lines: readonly BarLine[]; wide?: boolean }) {
  return (
    <dl class={wide ? 'bars wide-figures' : 'bars'}>
      {lines.map(({ name, depth = 0, more, pieces, figure }, at) => (
        <div key={at}>
          <dt class="cut" title={name} style={{ paddingInlineStart: `${depth * 16}px` }}>
            <bdi>{name}</bdi> {more}
          </dt>
          <dd>
            <Bar pieces={pieces} />
            <span class="figures">{figure}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
