import type { CategoryNode } from '../category-paths.ts';

const SEPARATOR = '\t';

/** A category node as a text of the category column's dictionary. */
export function writeCategory({ id, name, parent, crumb, treePath }: CategoryNode): string {
  return id + SEPARATOR + parent + SEPARATOR + crumb + SEPARATOR + name + SEPARATOR + treePath;
}

/** The category node of a dictionary text. Neither ids nor names hold a tab. */
export function readCategory(entry: string): CategoryNode {
  const [id = '', parent = '', crumb = '', name = '', treePath = ''] = entry.split(SEPARATOR);
  return { id, name, parent, crumb, treePath };
}
