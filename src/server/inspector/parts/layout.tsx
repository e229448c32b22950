import type { ComponentChildren } from 'preact';
import { writeAddress } from '../frame/address.ts';

interface Content {
  children: ComponentChildren;
}

/** A figure of second rank. */
export function Muted({ children }: Content) {
  return <span class="muted figures">{children}</span>;
}

/** Row of related elements that wraps. */
export function Toolbar({ children }: Content) {
  return <div class="toolbar">{children}</div>;
}

/** A short sentence in small type. */
export function Caption({ children }: Content) {
  return <p class="muted small">{children}</p>;
}

type Row = readonly [name: ComponentChildren, value: ComponentChildren];

/** Names, each with what there is to say of it; those without a value are left out. */
export function Pairs({ rows, class: shape = 'pairs' }: { rows: readonly Row[]; class?: string }) {
  return (
    <dl class={shape}>
      {rows.map(
        ([name, value], index) =>
          value !== undefined && (
            <div key={index}>
              <dt>{name}</dt>
              <dd class="wrap">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Names above their values, side by side. */
export function Facts({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) {
  return <Pairs class="toolbar facts" rows={Object.entries(facts)} />;
}

interface TableProps {
  label: string;
  head?: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
}

/** Numbers stand to the right. */
export function Table({ label, head, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="table-box" tabIndex={0} aria-label={label}>
      <table>
        {head && (
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, index) => (
                <td key={index} class={typeof cell === 'number' ? 'figures' : undefined}>
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

interface ItemProps extends Content {
  class: string;
  href: string | undefined;
  title?: string;
  isOpen?: boolean;
}

/** A row or card that opens something; one without an address only shows it. The keys `j` and `k` go along them. */
export function Item({ class: shape, href, isOpen = false, ...others }: ItemProps) {
  const opens = href !== undefined && { href, 'data-row': true, 'aria-current': isOpen || undefined };
  return <a class={`item ${shape}`} {...others} {...opens} />;
}

interface DetailProps extends Content {
  name: string;
  back: string;
  actions?: ComponentChildren;
}

/** Panel beside a list: back button, actions, content. */
export function Detail({ name, back, actions, children }: DetailProps) {
  return (
    <section class="split-detail" aria-label={name}>
      <Toolbar>
        <a class="button" href={back}>
          <span aria-hidden="true">←</span> Close
        </a>
        <span class="grow" />
        {actions}
      </Toolbar>
      {children}
    </section>
  );
}

/** Leads to a job, which is named by the beginning of its id. */
export function JobLink({ id }: { id: string }) {
  return (
    <a class="mono figures" href={writeAddress('jobs', [id])}>
      job {id.slice(0, 6)}
    </a>
  );
}
