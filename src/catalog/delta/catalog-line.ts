import { toSingleLine } from '../../base/json/single-line.ts';
import { getNodeText } from '../../base/json/text.ts';
import { ObjectTree } from '../../base/json/tree.ts';
import { toPointer } from '../../protocol/json-pointer.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { RecordFormat } from './diff-options.ts';
import type { RecordLine } from './record/record-line.ts';

/** The record of a catalog line as JSON text on one line, without a plain record's id. */
export function extractRecordText(line: RecordLine): string {
  const text = toSingleLine(getNodeText(line.tape, line.value));
  if (line.hiddenMember === undefined) return text;
  const tree = ObjectTree.parse(text);
  tree?.delete(line.hiddenMember);
  return tree?.print() ?? text;
}

/** A line of a catalog, without a line feed, that holds the record. */
export function formatCatalogLine(format: RecordFormat, family: RecordFamily, id: string, record: string) {
  if (format === 'operations')
    return `{"op":"add","path":${JSON.stringify(toPointer([family, id]))},"value":${record}}`;
  const members = ObjectTree.parse(record);
  members?.delete('id');
  const rest = members === undefined || members.keys().length === 0 ? '}' : `,${members.print().slice(1)}`;
  return `{"id":${JSON.stringify(id)}${rest}`;
}
