/** The members that have a value, so that those without one cover nothing when objects are merged. */
export function omitUndefined<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}
