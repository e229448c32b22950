/** How many searches may find other ranges before these are the likely ones. */
const MAX_SURE = 8;

interface Guess {
  edges: Float64Array;
  /** Searches that found these edges, less those that found others. */
  sure: number;
}

/** The edges of ranges that most searches find by field: they follow from the least and the greatest value, and these are mostly alike. */
export class RangeEdgePredictor {
  readonly #guesses = new Map<string, Guess>();

  /** Undefined before any search has found ranges of the field. */
  of(field: string): Float64Array | undefined {
    return this.#guesses.get(field)?.edges;
  }

  /** Notes what a search has found. */
  note(field: string, edges: Float64Array): void {
    const guess = this.#guesses.get(field);
    if (guess === undefined) this.#guesses.set(field, { edges, sure: 1 });
    else if (isSame(guess.edges, edges)) guess.sure = Math.min(guess.sure + 1, MAX_SURE);
    else if (guess.sure > 1) guess.sure--;
    else this.#guesses.set(field, { edges, sure: 1 });
  }
}

export function isSame(edges: Float64Array | undefined, others: Float64Array): boolean {
  return (
    edges !== undefined && edges.length === others.length && others.every((edge, at) => edge === edges[at])
  );
}
