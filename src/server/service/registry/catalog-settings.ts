import type { SearchSettings } from '../../../engine/engine.ts';
import type { LanguageSettings } from '../../../engine/text/analyser.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';

/** How the catalogs of an instance are searched; the languages of some, by name. */
export interface InstanceSearchSettings extends Omit<SearchSettings, 'family'> {
  catalogs?: Readonly<Record<string, Partial<LanguageSettings>>>;
}

/** How one catalog is searched: no other catalog's languages are in it, so that a change of those rebuilds no index of this one. */
export function settingsOfCatalog(
  { catalogs = {}, ...shared }: InstanceSearchSettings,
  name: string,
  family: RecordFamily | null,
): SearchSettings {
  const own = Object.hasOwn(catalogs, name) ? catalogs[name] : {};
  return { ...shared, ...own, family: family ?? 'products' };
}
