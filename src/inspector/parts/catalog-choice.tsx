import { catalogs } from '../frame/catalogs.ts';

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
