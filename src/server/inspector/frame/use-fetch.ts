import { useEffect, useState } from 'preact/hooks';
import type { Catalogs } from '../../../protocol/control-documents.ts';
import { type LiveEvent, listen } from './live.ts';
import { call } from './service.ts';

/** At most so often: a busy service tells of hundreds of jobs a second. */
const RELOAD_MS = 1_000;

interface FetchState<Answer> {
  answer: Answer | undefined;
  /** Why there is none. */
  failure: string | undefined;
}

/**
 * Answer of a call, requested again whenever one of `inputs` changes or an event concerns it; the answer before stays until
 * then, so that nothing flickers.
 */
export function useFetch<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  inputs: readonly unknown[],
  concerns?: (event: LiveEvent) => boolean,
): FetchState<Answer> {
  const [fetched, setFetched] = useState<FetchState<Answer>>({ answer: undefined, failure: undefined });
  const [askedMs, setAskedMs] = useState(0);
  useEffect(() => {
    if (concerns === undefined) return;
    let lastMs = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      timer = undefined;
      lastMs = performance.now();
      setAskedMs(lastMs);
    };
    const end = listen((events) => {
      if (events.some(concerns)) timer ??= setTimeout(reload, lastMs + RELOAD_MS - performance.now());
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    void ask(controller.signal)
      .then(
        (answer) => ({ answer, failure: undefined }),
        (error: Error) => ({ answer: undefined, failure: error.message }),
      )
      .then((next) => controller.signal.aborted || setFetched(next));
    return () => controller.abort();
  }, [...inputs, askedMs]);
  return fetched;
}

/** The clock, and how often a fault rule struck, which changes with the calls. */
export const isOfControl = ({ type, data: { kind } }: LiveEvent) =>
  type === 'stats' || type === 'resync' || kind === 'clock';

/** A job that ended has changed a catalog, a call over SFTP the files. */
const isOfCatalogs = ({ type, data: { kind, status, operation } }: LiveEvent) =>
  type === 'resync' ||
  String(operation).startsWith('sftp:') ||
  (type === 'update' && (kind === 'catalog' || !['creating', 'queued', 'running'].includes(String(status))));

/** Kept until an event concerns them: four tabs show them. */
let catalogs: Promise<Catalogs> | undefined;
listen((events) => {
  if (events.some(isOfCatalogs)) catalogs = undefined;
});

/** The catalogs and SFTP files of the service. */
export function useCatalogs(): FetchState<Catalogs> {
  const ask = () => {
    catalogs ??= call<Catalogs>('catalogs');
    catalogs.catch(() => {
      catalogs = undefined;
    });
    return catalogs;
  };
  return useFetch(ask, [], isOfCatalogs);
}
