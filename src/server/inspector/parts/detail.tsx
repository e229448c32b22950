import type { ComponentChildren } from 'preact';
import { Gap } from './layout.tsx';

/** What is opened beside a list: a way back, what can be done with it, and what it is. */
export function Detail({
  name,
  back,
  actions,
  children,
}: {
  name: string;
  back: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="split-detail" aria-label={name}>
      <div class="detail-head">
        <a class="button" href={back}>
          <span aria-hidden="true">←</span> Close
        </a>
        <Gap />
        {actions}
      </div>
      {children}
    </section>
  );
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
