import { catalogs } from '../frame/catalogs.ts';
import { Empty } from './badges.tsx';

export function CatalogChoice({
  value,
  label = 'Catalog',
  onChange,
}: {
  value: string;
  label?: string;
  onChange(name: string): void;
}) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {catalogs.value?.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

/** What stands in place of a catalog that is not there. */
export function NoCatalog({ name }: { name: string | undefined }) {
  return (
    <Empty title={catalogs.value?.length === 0 ? 'No catalog yet' : `There is no catalog ${name}.`}>
      <p>Load one:</p>
      <pre class="code">brctl push catalog.jsonl</pre>
    </Empty>
  );
}
