import type { ShownConfig } from '../../config/show.ts';
import type { OutputStream } from '../io.ts';
import { renderTable } from './table.ts';

/** The settings as a table: name, value (secrets are masked already) and origin. */
export function printConfigShow(shown: ShownConfig, to: OutputStream): string {
  const columns = [{ title: 'Setting' }, { title: 'Value' }, { title: 'From', flexible: true }];
  const rows = shown.settings.map(({ name, value, origin }) => [name, value ?? '-', origin ?? 'not set']);
  return renderTable(columns, rows, to);
}
