import { useState } from 'preact/hooks';
import type { CatalogState } from '../../../protocol/control-documents.ts';
import { call } from '../frame/service.ts';
import { useFetch } from '../frame/use-fetch.ts';
import { takeText } from '../parts/form.tsx';
import { type SearchView, suggestPath } from './search-view.ts';

interface SuggestAnswer {
  suggestionGroups: { querySuggestions: { query: string }[] }[];
}

interface SearchBoxProps {
  /** As typed so far. */
  words: string;
  /** As searched for. */
  view: SearchView;
  catalog: CatalogState;
  onType(q: string): void;
}

/** The box, with what the service suggests while one types. Hits follow the typing. */
export function SearchBox({ words, view: { q, type }, catalog, onType }: SearchBoxProps) {
  // Nothing is suggested for the words that the tab opens with.
  const [opened] = useState(q);
  const { answer: suggested = [] } = useFetch(
    (signal) => suggest(q === opened ? '' : q, catalog, signal),
    [q],
  );
  return (
    <>
      <input
        type="search"
        class="grow search-box"
        data-filter
        list="suggestions"
        aria-label="Search"
        placeholder={type === 'category' ? 'Category id' : 'Search, * for everything'}
        value={words}
        onInput={takeText(onType)}
      />
      <datalist id="suggestions">
        {suggested.map((query) => (
          <option key={query} value={query} />
        ))}
      </datalist>
    </>
  );
}

/** Empty if the service fails: suggestions never block a search. */
async function suggest(q: string, catalog: CatalogState, signal: AbortSignal): Promise<string[]> {
  if (q.trim() === '') return [];
  try {
    const { suggestionGroups } = await call<SuggestAnswer>(suggestPath(q, catalog), { signal });
    return suggestionGroups.flatMap(({ querySuggestions }) => querySuggestions.map(({ query }) => query));
  } catch {
    return [];
  }
}
