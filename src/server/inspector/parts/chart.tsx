import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './form.tsx';
import { formatCsv } from './format.ts';
import { Table } from './layout.tsx';

interface PictureProps {
  title: string;
  /** The figures of the picture: the first row names the columns. */
  rows: readonly (readonly (string | number)[])[];
  children: ComponentChildren;
}

/** A picture with its figures as a table for those who do not see it, and as CSV for those who go on with them. */
export function Chart({ title, rows, children }: PictureProps) {
  const [isTable, setIsTable] = useState(false);
  const [head = [], ...body] = rows;
  return (
    <figure class="picture">
      <figcaption>
        <span>{title}</span>
        <span>
          <Button class="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            Table
          </Button>
          <Button class="quiet" onClick={() => download(`${title}.csv`, formatCsv(rows))}>
            CSV
          </Button>
        </span>
      </figcaption>
      {isTable ? <Table label={title} head={head.map(String)} rows={body} /> : children}
    </figure>
  );
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name.replaceAll(/[^\w.-]+/g, '-').toLowerCase();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

/** A drawing that is stretched to its room; its figures stand beside it. */
export function Plot(props: ComponentProps<'svg'>) {
  return <svg preserveAspectRatio="none" aria-hidden="true" {...props} />;
}

/** Colours of tokens.css. */
export type Tone = 'bar' | 'bar-soft' | 'bar-good' | 'bar-warn' | 'bar-bad' | 'line-strong';

/** A filled rectangle of a drawing. */
export function Box({ tone, ...place }: { tone: Tone } & ComponentProps<'rect'>) {
  return <rect style={{ fill: `var(--${tone})` }} {...place} />;
}

/** Pieces of a bar: their colour, and their width in hundredths of the whole. */
export type BarPieces = readonly (readonly [tone: Tone, width: number])[];

/** A bar of pieces one after the other; its figures stand beside it. */
export function Bar({ pieces }: { pieces: BarPieces }) {
  let from = 0;
  return (
    <Plot viewBox="0 0 100 10">
      {pieces.map(([tone, width]) => {
        from += width;
        return <Box key={tone} tone={tone} x={from - width} width={width} height="10" />;
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
export function BarList({ lines }: { lines: readonly BarLine[] }) {
  return (
    <dl class="bars">
      {lines.map(({ name, depth = 0, more, pieces, figure }, index) => (
        <div key={index}>
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
