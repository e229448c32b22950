import type { ComponentProps } from 'preact';

/** A drawing that is stretched to its room; its figures stand beside it. */
export function Plot(props: ComponentProps<'svg'>) {
  return <svg preserveAspectRatio="none" aria-hidden="true" {...props} />;
}
