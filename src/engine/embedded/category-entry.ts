import type { CategoryNode } from '../document.ts';

/** A category node as a text of the category column's dictionary. */
export function writeCategory({ id, name, parent, crumb, treePath }: CategoryNode): string {
  return JSON.stringify([id, name, parent, crumb, treePath]);
}

/** The category node of a dictionary text. */
export function readCategory(entry: string): CategoryNode {
  const [id = '', name = '', parent = '', crumb = '', treePath = ''] = JSON.parse(entry) as string[];
  return { id, name, parent, crumb, treePath };
}
