/** A feed with more categories than this is none. */
const MAX_CATEGORIES = 500_000;
const MAX_LEVELS = 30;

/** The categories that a feed lists before its products, by the ids that its products name. */
export class CategoryTree {
  readonly #nodes = new Map<string, { name: string; parent: string }>();
  readonly #paths = new Map<string, string | undefined>();

  add(id: string, parent: string, name: string): void {
    if (id === '' || name === '' || this.#nodes.size >= MAX_CATEGORIES) return;
    this.#nodes.set(id, { name, parent });
    this.#paths.clear();
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }

  /** The JSON of the paths to these categories; undefined where none of them is known. */
  pathsTo(ids: readonly string[]): string | undefined {
    const paths = new Set(ids.flatMap((id) => this.#pathTo(id.trim()) ?? []));
    return paths.size === 0 ? undefined : `[${[...paths].join(',')}]`;
  }

  #pathTo(id: string): string | undefined {
    if (this.#paths.has(id)) return this.#paths.get(id);
    const levels: string[] = [];
    let node = this.#nodes.get(id);
    for (let at = id; node !== undefined && levels.length < MAX_LEVELS; node = this.#nodes.get(at)) {
      levels.unshift(JSON.stringify({ id: at, name: node.name }));
      at = node.parent;
    }
    const path = levels.length === 0 ? undefined : `[${levels.join(',')}]`;
    this.#paths.set(id, path);
    return path;
  }
}
