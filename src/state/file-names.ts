/** One file or folder name for an environment and a catalog, whatever characters they hold. */
export function stateName(environment: string, catalog: string): string {
  return `${encodeURIComponent(environment)}@${encodeURIComponent(catalog).replaceAll('.', '%2E')}`;
}
