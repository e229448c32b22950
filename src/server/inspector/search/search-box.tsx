import { useEffect, useState } from 'preact/hooks';
import type { CatalogState } from '../../../protocol/control-documents.ts';
import { call } from '../frame/service.ts';
import { takeText } from '../parts/form.tsx';
import { type SearchView, suggestPath } from './search-view.ts';

const TYPING_MS = 150;

interface SuggestAnswer {
  suggestionGroups: { querySuggestions: { query: string }[] }[];
}

/** The box, with what the service suggests while one types. Hits follow the typing. */
export function SearchBox({
  view,
  catalog,
  onSearch,
}: {
  view: SearchView;
  catalog: CatalogState;
  onSearch(q: string): void;
}) {
  const [words, setWords] = useState(view.q);
  const [suggested, setSuggested] = useState<string[]>([]);
  useEffect(() => setWords(view.q), [view.q]);
  useEffect(() => {
    if (words === view.q && suggested.length === 0) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      if (words !== view.q) onSearch(words);
      void suggest(words, catalog, controller.signal).then(
        (queries) => controller.signal.aborted || setSuggested(queries),
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [words]);
  return (
    <>
      <input
        type="search"
        class="grow search-box"
        data-filter
        list="suggestions"
        aria-label="Search"
        placeholder={view.type === 'category' ? 'Category id' : 'Search, * for everything'}
        value={words}
        onInput={takeText(setWords)}
      />
      <datalist id="suggestions">
        {suggested.map((query) => (
          <option key={query} value={query} />
        ))}
      </datalist>
    </>
  );
}

/** Nothing where the service has nothing to say: suggestions are never in the way. */
async function suggest(q: string, catalog: CatalogState, signal: AbortSignal): Promise<string[]> {
  if (q.trim() === '') return [];
  try {
    const { suggestionGroups } = await call<SuggestAnswer>(suggestPath(q, catalog), { signal });
    return suggestionGroups.flatMap(({ querySuggestions }) => querySuggestions.map(({ query }) => query));
  } catch {
    return [];
  }
}
