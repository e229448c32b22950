import type { RecordFamily } from '../../protocol/paths.ts';
import { ByteList } from './bytes/byte-list.ts';
import { catalogLine } from './catalog-line.ts';
import { RecordLine } from './record/record-line.ts';
import { CompactText } from './tree/compact-text.ts';
import { RecordDiffer } from './tree/record-differ.ts';
import { writePatch, writeRemove } from './tree/write-patch.ts';

/**
 * The smallest operations that turn one record into another, each as its JSON text: none where they are equal by value.
 *
 * @param before the record's JSON text; undefined where there was none
 * @param after undefined where there is none any more
 */
export function recordOperations(
  family: RecordFamily,
  id: string,
  before: string | undefined,
  after: string | undefined,
): string[] {
  const out = new ByteList(1_024);
  if (before === undefined) return after === undefined ? [] : [catalogLine('operations', family, id, after)];
  const oldLine = readLine(family, id, before);
  if (after === undefined) writeRemove(out, oldLine.path);
  else {
    const newLine = readLine(family, id, after);
    const differ = new RecordDiffer(oldLine, newLine);
    differ.diff();
    writePatch(out, new CompactText(), differ.patch, newLine);
  }
  const text = out.view().toString('utf8');
  return text === '' ? [] : text.trimEnd().split('\n');
}

/** @throws Error for a text that is no record */
function readLine(family: RecordFamily, id: string, record: string): RecordLine {
  const line = new RecordLine('operations');
  const bytes = Buffer.from(catalogLine('operations', family, id, record));
  const problem = line.read(bytes, 0, bytes.length);
  if (problem !== undefined) throw new Error(`the record ${id} cannot be read: ${problem.message}`);
  return line;
}
