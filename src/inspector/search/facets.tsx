import { useState } from 'preact/hooks';
import { count } from '../parts/figures.ts';
import type { FacetLine } from './search-answer.ts';
import { chosenValues, toggleValue } from './search-view.ts';

/** Values shown of each facet until more are asked for. */
const FIRST_VALUES = 6;

interface FacetsProps {
  facets: readonly FacetLine[];
  fq: readonly string[];
  onChange(fq: string[]): void;
}

/** The facets of an answer: a click filters. */
export function Facets({ facets, fq, onChange }: FacetsProps) {
  return facets.map((facet) => <Facet key={facet.field} facet={facet} fq={fq} onChange={onChange} />);
}

function Facet({ facet, fq, onChange }: Omit<FacetsProps, 'facets'> & { facet: FacetLine }) {
  const [isWhole, setIsWhole] = useState(false);
  const chosen = chosenValues(fq, facet.field);
  const shown = isWhole ? facet.values : facet.values.slice(0, FIRST_VALUES);
  return (
    <fieldset class="facet">
      <legend>{facet.field}</legend>
      {shown.map(({ value, name, count: hits }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onChange(toggleValue(fq, facet.field, value))}
          />
          <bdi class="cut">{name}</bdi>
          <span class="muted figures">{count(hits)}</span>
        </label>
      ))}
      {shown.length < facet.values.length && (
        <button type="button" class="quiet" onClick={() => setIsWhole(true)}>
          {facet.values.length - shown.length} more
        </button>
      )}
    </fieldset>
  );
}
