import type { SourceRecord } from '../../engine/engine.ts';
import { toPointer } from '../../protocol/json-pointer.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { readRecordsFile } from './records-file.ts';

/** Rows read at a time, so that the event loop gets its turn in between. */
const PAGE_ROWS = 200;

/**
 * The present catalog as JSON Lines, one whole-record add a line, in order of insertion: what a PUT of the same
 * catalog would send. A PATCH that is applied meanwhile may show in the lines that are still to come.
 */
export function* recordLines(file: string, family: RecordFamily): Generator<string> {
  const database = readRecordsFile(file);
  try {
    const page = database.prepare<SourceRecord>(
      `SELECT docid, id, CAST(json AS TEXT) AS json FROM record_version
       WHERE docid > ? AND docid NOT IN (SELECT docid FROM superseded) ORDER BY docid LIMIT ${PAGE_ROWS}`,
    );
    let rows = page.all(0);
    while (rows.length > 0) {
      yield rows.map((row) => recordLine(row, family)).join('');
      rows = page.all(rows.at(-1)?.docid ?? 0);
    }
  } finally {
    database.close();
  }
}

/** A record as the operation that adds it, with its line break. */
export function recordLine({ id, json }: Pick<SourceRecord, 'id' | 'json'>, family: RecordFamily): string {
  return `{"op":"add","path":${JSON.stringify(toPointer([family, id]))},"value":${json}}\n`;
}
