import { textOf } from '../../../base/json/text.ts';
import { fromByteString } from '../bytes/byte-string.ts';
import type { ExplainedChange, Explanation } from '../diff-options.ts';
import { unavailabilityOf } from '../record/availability.ts';
import type { RecordLine } from '../record/record-line.ts';
import type { PatchList } from '../tree/patch-list.ts';

/** A path as it is in the operation, from its JSON-escaped bytes. */
function pathText(path: string): string {
  return JSON.parse(`"${fromByteString(path)}"`) as string;
}

function note(explanation: Explanation): Buffer {
  return Buffer.from(JSON.stringify(explanation));
}

/** What changed between two lines, one entry a change, as a note that goes with the product's operations. */
export function explainChange(patch: PatchList, oldLine: RecordLine, newLine: RecordLine): Buffer {
  const changes: ExplainedChange[] = [];
  for (let index = 0; index < patch.count; index++) {
    const { path, oldNode, newNode } = patch.at(index);
    changes.push({
      path: pathText(path),
      ...(oldNode < 0 ? {} : { old: textOf(oldLine.tape, oldNode) }),
      ...(newNode < 0 ? {} : { new: textOf(newLine.tape, newNode) }),
    });
  }
  return note({ product: newLine.id, kind: 'changed', changes });
}

/** A product that came or went as a whole, as a note. */
export function explainWhole(kind: 'added' | 'removed', line: RecordLine): Buffer {
  const text = textOf(line.tape, line.value);
  const change = kind === 'added' ? { new: text } : { old: text };
  return note({ product: line.id, kind, changes: [{ path: pathText(line.path), ...change }] });
}

/** A product that vanished and stays as an unavailable one, as a note. */
export function explainUnavailable(line: RecordLine): Buffer {
  const { path, value, oldNode } = unavailabilityOf(line);
  const before = oldNode < 0 ? {} : { old: textOf(line.tape, oldNode) };
  const change = { path: pathText(path), ...before, new: value };
  return note({ product: line.id, kind: 'removed', changes: [change] });
}

/** Reads a note back. */
export function readExplanation(bytes: Buffer): Explanation {
  return JSON.parse(bytes.toString('utf8')) as Explanation;
}
