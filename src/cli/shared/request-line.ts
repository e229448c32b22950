import type { BriefCall } from '../../protocol/control-documents.ts';
import { cutMiddle, padToWidth } from '../output/display-width.ts';
import { colorState } from '../output/highlight.ts';
import { escapeControls } from '../output/printable.ts';

/** A call as the local service keeps it, without bodies. */
export interface LocalRequest
  extends Pick<BriefCall, 'id' | 'at' | 'operation' | 'method' | 'status' | 'jobId' | 'answeredFrom'> {
  /** Path and query, keys masked. */
  path: string;
  ms: number;
}

/** In a narrower terminal the time gives way, on every line, so that they align. */
const COLUMNS_FOR_TIME = 100;

/**
 * A call on one line; with colour, its status shows how it went.
 * @param columns of the terminal: the middle of a path that is too long gives way, status, time taken and job never do
 */
export function formatRequest(request: LocalRequest, color: boolean, columns?: number): string {
  const { at, method, path, status, ms, jobId } = request;
  const time = `${/T(\d\d:\d\d:\d\d)/.exec(at)?.[1] ?? at}  `;
  const taken = `${Math.round(ms)} ms`.padStart(7);
  const links = `${jobId === undefined ? '' : `  job ${jobId}`}${formatVersions(request, '  ')}`;
  const mood = status >= 500 || status === 0 ? 'failed' : status >= 400 ? 'warning' : 'success';
  const state = colorState(String(status), { color }, mood);
  const begin = `${padToWidth(method, 6)}  ${state}  ${taken}  `;
  const whole = escapeControls(path);
  if (columns === undefined) return `${time}${begin}${whole}${links}`;
  const room = columns - `${padToWidth(method, 6)}  ${status}  ${taken}  ${links}`.length;
  const isTimed = columns >= COLUMNS_FOR_TIME;
  return `${isTimed ? time : ''}${begin}${cutMiddle(whole, isTimed ? room - time.length : room)}${links}`;
}

/** `v41`, or several; empty where no index was asked. */
export function formatVersions({ answeredFrom = [] }: LocalRequest, before = ''): string {
  const versions = answeredFrom.map(({ version }) => `v${version}`).join(' ');
  return versions && `${before}${versions}`;
}
