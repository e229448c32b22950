import { useEffect, useState } from 'preact/hooks';

/** A value that several views show. */
export function createState<Value>(initial: Value) {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get value() {
      return current;
    },
    set value(next: Value) {
      if (next === current) return;
      current = next;
      for (const listener of listeners) listener();
    },
    /** @returns ends it */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value as it is; the component that asks is drawn again when it changes. */
export function useStates(...states: readonly Pick<ReturnType<typeof createState>, 'subscribe'>[]): void {
  const [, draw] = useState({});
  useEffect(() => {
    const ends = states.map((each) => each.subscribe(() => draw({})));
    // Changes between rendering and this moment.
    draw({});
    return () => {
      for (const end of ends) end();
    };
  }, states);
}
