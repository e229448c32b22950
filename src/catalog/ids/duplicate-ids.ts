import { scanJson } from '../../base/json/scan.ts';
import { Tape } from '../../base/json/tape.ts';
import { Findings } from '../findings/findings.ts';
import type { NamedInput } from '../input.ts';
import type { TextParser } from '../operations/parse-operation.ts';
import { InputSplitter } from '../splitting/splitter.ts';
import { FirstLineById } from './id-lines.ts';

/** A record that seems to have come before. */
export interface DuplicateId {
  /** Family and id. */
  key: string;
  id: string;
  line: number;
  /** Line on which it seems to have come first. */
  firstLine: number;
}

/** Watches for records that come twice; holds fingerprints, and the first few duplicates. */
export class DuplicateIds {
  /** All that were found. */
  count = 0;
  readonly kept: DuplicateId[] = [];
  readonly #seen = new FirstLineById();
  readonly #maxKept: number;

  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  add(family: string, id: string, line: number): void {
    const firstLine = this.#seen.add(family, id, line);
    if (firstLine === undefined) return;
    this.count++;
    if (this.kept.length < this.#maxKept) this.kept.push({ key: `${family}/${id}`, id, line, firstLine });
  }

  /** Notes a record by its fingerprint. False: it seems to have come before, and nothing was noted. */
  addNew(low: number, high: number, line: number): boolean {
    return this.#seen.addFingerprint(low, high, line) === undefined;
  }

  has(family: string, id: string): boolean {
    return this.#seen.has(family, id);
  }
}

/**
 * Reads the input again and keeps the duplicates that are ones: the fingerprints of two different ids may be equal,
 * if only once in 2^64 pairs. An input that can be read only once is taken by its fingerprints.
 */
export async function confirmDuplicates(
  input: NamedInput,
  duplicates: readonly DuplicateId[],
  parse: TextParser,
): Promise<DuplicateId[]> {
  if (input.isRepeatable !== true || duplicates.length === 0) return [...duplicates];
  const keysByLine = new Map<number, string[]>(duplicates.map(({ firstLine }) => [firstLine, []]));
  const tape = new Tape();
  const splitter = new InputSplitter({
    text(bytes, start, end, line) {
      const keys = keysByLine.get(line);
      if (keys === undefined || scanJson(tape, bytes, start, end) !== null) return;
      const parsed = parse(tape, new Findings(0));
      if (parsed !== undefined) keys.push(`${parsed.target.family}/${parsed.target.id}`);
    },
    problem: () => undefined, // it was reported when the input was read first
  });
  for await (const chunk of await input.open()) splitter.push(chunk);
  splitter.end();
  return duplicates.filter(({ key, line, firstLine }) => {
    const same = (keysByLine.get(firstLine) ?? []).filter((other) => other === key).length;
    return same > (line === firstLine ? 1 : 0);
  });
}
