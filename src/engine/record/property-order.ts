const GREATEST_INDEX = 2 ** 32 - 2;

/** The number that a name reads as, which JavaScript's objects put before other names; -1 for none. */
export function indexOfName(name: string): number {
  return /^(?:0|[1-9]\d*)$/.test(name) && Number(name) <= GREATEST_INDEX ? Number(name) : -1;
}

interface Member {
  name: string;
  key: number;
  /** The node behind the last key of this name. */
  value: number;
}

/**
 * Members of an object, each given by the node of its key, in the order in which JavaScript has them: a name that comes
 * again has its first place and its last value, and names that are whole numbers go first, ascending.
 */
export function propertyOrder(keys: readonly number[], nameOf: (key: number) => string): Member[] {
  const members = new Map<string, Member>();
  for (const key of keys) {
    const name = nameOf(key);
    const known = members.get(name);
    if (known) known.value = key + 1;
    else members.set(name, { name, key, value: key + 1 });
  }
  const place = ({ name }: Member) => {
    const index = indexOfName(name);
    return index === -1 ? Number.POSITIVE_INFINITY : index;
  };
  return [...members.values()].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}
