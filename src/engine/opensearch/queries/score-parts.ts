import type { PartKind } from '../../../protocol/explanation.ts';
import type { Clause } from '../documents/live-documents.ts';

/** What a scoring clause of a query adds to a score. */
export interface ClausePart {
  part: PartKind;
  /** Of a word: the words of its term, and how rare it is. */
  word?: { name: string; rarity: number };
}

/** Known by the clause itself: nothing of it is sent unless an explanation asks. */
const PARTS = new WeakMap<Clause, ClausePart>();

/** Notes which part of a score a clause is. */
export function asPart(clause: Clause, part: ClausePart): Clause {
  PARTS.set(clause, part);
  return clause;
}

/** A clause in which each part of the score has a name, under which the cluster tells what it adds. */
export function namedParts(clause: Clause): { clause: Clause; parts: ReadonlyMap<string, ClausePart> } {
  const parts = new Map<string, ClausePart>();
  return { clause: named(clause, parts), parts };
}

function named(clause: Clause, parts: Map<string, ClausePart>): Clause {
  const own = PARTS.get(clause);
  if (own !== undefined) {
    const name = `part ${parts.size}`;
    parts.set(name, own);
    return withName(clause, name);
  }
  const [[kind, body] = ['', {}]] = Object.entries(clause) as [string, Record<string, unknown>][];
  const each = (list: unknown) => (list as Clause[] | undefined)?.map((one) => named(one, parts)) ?? [];
  // What filters does not score, and has no parts.
  if (kind === 'bool') return { bool: { ...body, must: each(body.must), should: each(body.should) } };
  return clause;
}

/** A clause on a field has its name beside the value, all others in their body. */
function withName(clause: Clause, name: string): Clause {
  const [[kind, body] = ['', {}]] = Object.entries(clause) as [string, Record<string, object>][];
  if (kind !== 'term') return { [kind]: { ...body, _name: name } };
  return {
    term: Object.fromEntries(
      Object.entries(body).map(([field, value]) => [field, { ...value, _name: name }]),
    ),
  };
}
