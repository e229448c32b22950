import { addressKey } from '../text/address.ts';
import { words } from '../text/analysis.ts';

/** A node of the category tree by what an address may have of it. */
interface NamedCategory {
  id: string;
  name: string;
}

/** The category whose id, or the words of whose name, are in the last segment of the address; the id goes first. */
export function categoryOfAddress(nodes: readonly NamedCategory[], url: string): NamedCategory | null {
  const segment = lastSegment(url);
  const named = words(segment).join(' ');
  const found =
    nodes.find(({ id }) => id === segment) ??
    nodes.find(({ name }) => named !== '' && words(name).join(' ') === named) ??
    nodes.find(({ id }) => words(segment).includes(id.toLowerCase()));
  return found ? { id: found.id, name: found.name } : null;
}

function lastSegment(url: string): string {
  const segment = addressKey(url).split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment).replace(/\.html?$/i, '');
  } catch {
    return segment;
  }
}
