import { useState } from 'preact/hooks';
import { formatCount } from '../../../base/wording/amounts.ts';
import { Button, takeText } from '../parts/form.tsx';
import { Muted } from '../parts/layout.tsx';
import type { FacetLine } from './search-answer.ts';
import { getChosenValues, type SearchView, toggleValue } from './search-view.ts';

/** Values shown of each facet until more are asked for. */
const FIRST_VALUES = 6;

interface FacetProps {
  facet: FacetLine;
  fq: readonly string[];
  onChange(fq: string[]): void;
}

/** A facet of an answer: a click filters. */
export function Facet({ facet, fq, onChange }: FacetProps) {
  const [isWhole, setIsWhole] = useState(false);
  const chosen = getChosenValues(fq, facet.field);
  const visible = isWhole ? facet.values : facet.values.slice(0, FIRST_VALUES);
  return (
    <fieldset class="facet">
      <legend>{facet.field}</legend>
      {visible.map(({ value, name, count: hits }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onChange(toggleValue(fq, facet.field, value))}
          />
          <bdi class="cut">{name}</bdi>
          <Muted>{formatCount(hits)}</Muted>
        </label>
      ))}
      {visible.length < facet.values.length && (
        <Button class="quiet" onClick={() => setIsWhole(true)}>
          {facet.values.length - visible.length} more
        </Button>
      )}
    </fieldset>
  );
}

interface OptionsProps {
  view: SearchView;
  change(edits: Partial<SearchView>): void;
}

/** Input applies on blur or Enter: the service rejects a half-typed filter. */
export function SearchOptions({ view, change }: OptionsProps) {
  const renderField = (name: 'efq' | 'sort' | 'view' | 'segment' | 'at', label: string, example: string) => (
    <label key={name}>
      {label}
      <input
        class="mono"
        placeholder={example}
        value={view[name]}
        onChange={takeText((text) => change({ [name]: text }))}
      />
    </label>
  );
  return (
    <details
      class="options"
      open={view.fq.length + view.efq.length + view.sort.length + view.at.length > 0 || view.diagnostics}
    >
      <summary>Options</summary>
      <label>
        Kind
        <select value={view.type} onChange={takeText((text: SearchView['type']) => change({ type: text }))}>
          <option value="keyword">words</option>
          <option value="category">category id</option>
        </select>
      </label>
      {renderField('sort', 'Sort', 'price asc')}
      <label>
        fq, one a line
        <textarea
          class="mono"
          rows={Math.max(2, view.fq.length)}
          placeholder="price:[10 TO 50]"
          value={view.fq.join('\n')}
          onChange={(event) => change({ fq: event.currentTarget.value.split('\n').filter(Boolean) })}
        />
      </label>
      {renderField('efq', 'efq', '-brand:("a")')}
      {renderField('view', 'View', 'view_id')}
      {renderField('segment', 'Segment', 'customer_tier:gold')}
      {renderField('at', 'As of', 'a version, job or time')}
      <label class="check">
        <input
          type="checkbox"
          checked={view.diagnostics}
          onChange={(event) => change({ diagnostics: event.currentTarget.checked })}
        />
        br_diagnostics
      </label>
    </details>
  );
}
