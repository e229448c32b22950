import type { GuardReport } from '../../protocol/control-documents.ts';
import type { HttpClient } from './http-call.ts';
import { sendControlCall } from './local-control.ts';

/** As much as the service takes (docs/reference/serve.md, History). */
const MAX_BYTES = 16_384;
const MAX_CHARACTERS = 1_000;
/** It is on this machine, and busy at most. */
const TIMEOUT_MS = 2_000;

/**
 * Sends the guard report of an applied load to a `brctl serve`, which shows it beside the version. One that does not
 * take it, or not in time, loses nothing else by it: failures are told by `Caller.onExchange` alone.
 * @param origin of the service
 */
export async function sendGuardReport(
  caller: HttpClient,
  origin: string,
  { catalog, jobId, findings }: { catalog: string; jobId: string; findings: GuardReport },
  signal: AbortSignal,
): Promise<void> {
  const path = `catalogs/${encodeURIComponent(catalog)}/versions/${encodeURIComponent(jobId)}/findings`;
  const body = shortenReport(findings);
  const call = {
    method: 'PUT',
    path,
    body,
    subject: `version of job ${jobId}`,
    answers: null,
    timeoutMs: TIMEOUT_MS,
  } as const;
  await sendControlCall(caller, origin, call, signal, () => undefined).catch(() => undefined);
}

/** Ids can be long: where they are too long together, they stay away. */
function shortenReport({ because, guards = [] }: GuardReport): GuardReport {
  const body = {
    ...(because !== undefined && { because: cut(because) }),
    guards: guards.map((guard) => ({ ...guard, why: cut(guard.why) })),
  };
  if (Buffer.byteLength(JSON.stringify(body)) <= MAX_BYTES) return body;
  return { ...body, guards: body.guards.map(({ code, verdict, why }) => ({ code, verdict, why })) };
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)} …` : text;
}
