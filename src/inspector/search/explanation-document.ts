export interface Gate {
  name: string;
  outcome: 'passed' | 'stopped' | 'unknown';
  text: string;
}

export interface ScorePart {
  name: string;
  value: number;
}

/** `brctl.explain/1`, as far as the page shows it by itself. */
export interface ExplanationDocument {
  found: boolean | null;
  code: string;
  rank: number | undefined;
  score: number | undefined;
  gates: Gate[];
  parts: ScorePart[];
  counterfactuals: string[];
}

type Loose = Record<string, unknown>;

/** Reads the document. A member that is not as expected is left out: the whole text is shown below in any case. */
export function readExplanation(text: string): ExplanationDocument {
  const document = JSON.parse(text) as Loose;
  const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return {
    found: typeof document.found === 'boolean' ? document.found : null,
    code: String(document.code ?? ''),
    rank: numberIn(document.rank),
    score: numberIn(document.score),
    gates: objectsIn(document.gates).map(readGate),
    parts: objectsIn(document.parts).flatMap((part) => {
      const value = numberIn(part.value ?? part.score ?? part.contribution);
      return value === undefined ? [] : [{ name: nameOf(part, ['name', 'part', 'word', 'code']), value }];
    }),
    counterfactuals: objectsIn(document.counterfactuals).map((each) =>
      nameOf(each, ['text', 'message', 'change', 'if', 'code']),
    ),
  };
}

function objectsIn(value: unknown): Loose[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

function readGate(gate: Loose): Gate {
  const held = gate.passed ?? gate.holds ?? gate.ok;
  const outcome = held === true ? 'passed' : held === false ? 'stopped' : 'unknown';
  return {
    name: nameOf(gate, ['name', 'gate']),
    outcome,
    text: nameOf(gate, ['text', 'message', 'detail', 'why', 'code']),
  };
}

function nameOf(object: Loose, names: readonly string[]): string {
  const name = names.find((each) => typeof object[each] === 'string');
  return name === undefined ? '' : String(object[name]);
}
