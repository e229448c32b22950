import type { ByteList } from '../bytes/byte-list.ts';
import type { RecordLine } from '../record/record-line.ts';
import type { CompactText } from './compact-text.ts';
import type { PatchList } from './patch-list.ts';

/** Appends one operation that sets the value at a path (a byte string) to a node of the line. */
export function writeAdd(
  out: ByteList,
  text: CompactText,
  path: string,
  line: RecordLine,
  node: number,
): void {
  out.byteString(`{"op":"add","path":"${path}","value":`);
  text.append(out, line.tape, node, node === line.value ? line.hiddenMember : undefined);
  out.byteString('}\n');
}

/** Appends one operation that removes what is at a path (a byte string). */
export function writeRemove(out: ByteList, path: string): void {
  out.byteString(`{"op":"remove","path":"${path}"}\n`);
}

/** Appends one operation that sets a path to a value; both are byte strings. */
export function writeValue(out: ByteList, path: string, value: string): void {
  out.byteString(`{"op":"add","path":"${path}","value":${value}}\n`);
}

/** Appends the operations of a patch, one a line, with values from the new line. */
export function writePatch(out: ByteList, text: CompactText, patch: PatchList, line: RecordLine): void {
  for (let index = 0; index < patch.count; index++) {
    const { path, newNode } = patch.at(index);
    if (newNode < 0) writeRemove(out, path);
    else writeAdd(out, text, path, line, newNode);
  }
}
