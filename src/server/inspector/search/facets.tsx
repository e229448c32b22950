import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { count } from '../parts/format.ts';
import { Dim } from '../parts/layout.tsx';
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
          <Dim>{count(hits)}</Dim>
        </label>
      ))}
      {shown.length < facet.values.length && (
        <Button class="quiet" onClick={() => setIsWhole(true)}>
          {facet.values.length - shown.length} more
        </Button>
      )}
    </fieldset>
  );
}
