import { RawJson } from '../../../base/json/lossless.ts';
import { withAges } from '../../../base/wording/amounts.ts';
import { ellipsize } from '../../../base/wording/ellipsize.ts';
import type { RecordHistory, RecordState } from '../../../protocol/control-documents.ts';
import type { CommandContext } from '../../context.ts';
import { escapeControls, type JsonValue, toJson } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { type LocalService, withLocalService } from '../../shared/local-service.ts';

/** The record; on a terminal also where it comes from, and whether searches know it so. */
export async function runRecord(context: CommandContext, id: string, { at }: { at?: string }): Promise<void> {
  const { output } = context;
  return await withLocalService(context, async (service) => {
    const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`;
    const path = `${buildPath(service, id)}${query}`;
    const document = await service.ask<RecordState>(path, `record ${id}`, 'brctl.record/1');
    const { catalog, version, record, written } = document;
    const json = { ...(document as SpelledRecord), schema: 'brctl.local-record/1' };
    await output.result(json, (stdout) => {
      if (!stdout.isTty) return `${print(record)}\n`;
      const about = [
        `${escapeControls(document.id)} in version ${toJson(version)} of ${escapeControls(catalog)}`,
        `written   ${withAges(formatMaker(written), output.now().getTime())}`,
        `searches  ${formatPublished(document)}`,
      ];
      return `${wrapText(about.join('\n'), stdout)}\n${printIndented(record as JsonValue, '')}\n`;
    });
  });
}

export async function runHistory(
  context: CommandContext,
  id: string,
  { limit }: { limit: number },
): Promise<void> {
  const { output } = context;
  return await withLocalService(context, async (service) => {
    const path = `${buildPath(service, id)}/history?limit=${limit}`;
    const document = await service.ask<RecordHistory>(path, `record ${id}`, 'brctl.record-history/1');
    const json = { ...(document as SpelledRecord), schema: 'brctl.local-history/1' };
    await output.result(json, (stdout) => {
      const { isTty } = stdout;
      const nowMs = output.now().getTime();
      const lines = document.changes.flatMap((change) => [
        `${change.kind.padEnd(8)}  ${isTty ? withAges(formatMaker(change), nowMs) : formatMaker(change)}`,
        ...change.operations.map((operation) => `  ${formatOperation(operation as Operation)}`),
      ]);
      if (isTty && !document.complete) lines.push('older changes are beyond --limit or no longer stored');
      return wrapText(lines.map((line) => `${line}\n`).join(''), stdout);
    });
  });
}

function buildPath({ catalog }: LocalService, id: string): string {
  return `catalogs/${encodeURIComponent(catalog())}/records/${encodeURIComponent(id)}`;
}

/** With numbers that `toJson` prints with their digits, as the service spelled them. */
type SpelledRecord = { readonly [member: string]: JsonValue };

type Operation = { op: string; path: string; value?: JsonValue };

const print = (record: object) => toJson(record as JsonValue);

const SHOWN_CHARACTERS = 200;

function formatPublished({ record, published }: RecordState): string {
  if (published === null) return 'nothing is indexed yet: brctl index';
  const version = `version ${toJson(published.version)}`;
  if (published.record === null) return `${version}, which has no such record: brctl index`;
  return print(published.record) === print(record) ? `${version}, the same` : `${version}, different`;
}

/** `version 41, ingest delta, line 17 of feed.jsonl, 2026-01-31T00:00:00.000Z, job 9f2…, request 3ab…` */
function formatMaker(maker: RecordState['written']): string {
  const { version, type, line, source, applied_at: time, job_id: job, request_id: request } = maker;
  const file = source === null ? '' : ` of ${escapeControls(source)}`;
  const parts = [
    `version ${toJson(version)}`,
    type,
    line === null ? null : `line ${toJson(line)}${file}`,
    time,
    job === null ? null : `job ${job}`,
    request === null ? null : `request ${request}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function formatOperation({ op, path, value }: Operation): string {
  const text = value === undefined ? '' : ` ${toJson(value)}`;
  return escapeControls(`${op} ${path}${ellipsize(text, SHOWN_CHARACTERS)}`);
}

/** JSON as people lay it out, numbers as they came. */
function printIndented(value: JsonValue, indent: string): string {
  if (typeof value !== 'object' || value === null || value instanceof RawJson || value instanceof Date)
    return toJson(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => `${inner}${printIndented(item as JsonValue, inner)}`)
    : Object.entries(value).map(
        ([name, member]) => `${inner}${toJson(name)}: ${printIndented(member as JsonValue, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(',\n')}\n${indent}${close}`;
}
