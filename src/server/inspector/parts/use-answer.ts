import { useEffect, useState } from 'preact/hooks';

export interface Awaited<Answer> {
  answer: Answer | undefined;
  /** Why there is none. */
  failure: string | undefined;
  isWaiting: boolean;
}

/**
 * What a call answers, asked again whenever one of `inputs` changes; the answer before stays until then, so that nothing
 * flickers.
 */
export function useFetch<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  inputs: readonly unknown[],
): Awaited<Answer> {
  const [state, setState] = useState<Awaited<Answer>>({
    answer: undefined,
    failure: undefined,
    isWaiting: true,
  });
  useEffect(() => {
    const gone = new AbortController();
    setState((before) => ({ ...before, isWaiting: true }));
    ask(gone.signal).then(
      (answer) => gone.signal.aborted || setState({ answer, failure: undefined, isWaiting: false }),
      (error: Error) =>
        gone.signal.aborted || setState({ answer: undefined, failure: error.message, isWaiting: false }),
    );
    return () => gone.abort();
  }, inputs);
  return state;
}
