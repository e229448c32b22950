import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { csvText } from './format.ts';

interface PictureProps {
  title: string;
  /** The figures of the picture: the first row names the columns. */
  rows: readonly (readonly (string | number)[])[];
  children: ComponentChildren;
}

/** A picture with its figures as a table for those who do not see it, and as CSV for those who go on with them. */
export function Picture({ title, rows, children }: PictureProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <figure class="picture">
      <figcaption>
        <span>{title}</span>
        <span class="picture-choices">
          <Button class="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            Table
          </Button>
          <Button class="quiet" onClick={() => download(`${title}.csv`, csvText(rows))}>
            CSV
          </Button>
        </span>
      </figcaption>
      {isTable ? <FigureTable title={title} rows={rows} /> : children}
    </figure>
  );
}

function FigureTable({ title, rows: [head = [], ...body] }: Pick<PictureProps, 'title' | 'rows'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-box" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, at) => (
                <td key={head[at]} class={typeof cell === 'number' ? 'number' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
