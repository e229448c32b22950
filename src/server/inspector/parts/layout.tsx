import type { ComponentChildren } from 'preact';
import { Failure } from './badges.tsx';

/** Until the first answer is there, or why it does not come. */
export function Loading({ failure }: { failure?: string | undefined }) {
  return failure === undefined ? <p class="muted pad">Loading …</p> : <Failure message={failure} />;
}

interface Content {
  children: ComponentChildren;
}

/** A figure of second rank. */
export function Dim({ children }: Content) {
  return <span class="muted figures">{children}</span>;
}

/** What belongs together in a line, as far as there is room. */
export function Toolbar({ children }: Content) {
  return <div class="toolbar">{children}</div>;
}

/** Pushes what follows in a line to its end. */
export function Gap() {
  return <span class="grow" />;
}

/** A short sentence in small type. */
export function Remark({ children }: Content) {
  return <p class="muted small">{children}</p>;
}
