import type { SourceRecord } from '../../engine/engine.ts';
import { toPointer } from '../../protocol/json-pointer.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { readRecordsFile } from './records-file.ts';

/** Text read at a time, so that the event loop gets its turn in between. */
const PART_LENGTH = 65_536;

/**
 * The present catalog as JSON Lines, one whole-record add a line, in order of insertion: what a PUT of the same catalog
 * would send. One statement reads all of it, so it is one version, whatever PATCHes are applied meanwhile.
 */
export function* recordLines(file: string, family: RecordFamily): Generator<string> {
  const database = readRecordsFile(file);
  try {
    const rows = database.prepare<SourceRecord>(
      `SELECT docid, id, CAST(json AS TEXT) AS json FROM record_version
       WHERE docid NOT IN (SELECT docid FROM superseded) ORDER BY docid`,
    );
    let part = '';
    for (const row of rows.iterate()) {
      part += recordLine(row, family);
      if (part.length < PART_LENGTH) continue;
      yield part;
      part = '';
    }
    if (part !== '') yield part;
  } finally {
    database.close();
  }
}

function recordLine({ id, json }: Pick<SourceRecord, 'id' | 'json'>, family: RecordFamily): string {
  return `{"op":"add","path":${JSON.stringify(toPointer([family, id]))},"value":${json}}\n`;
}
