import { resolve } from 'node:path';
import { writeFileAtomically } from '../../../base/files/atomic-file.ts';
import { readEvents } from '../../../client/api/event-stream.ts';
import { NoAnswerError } from '../../../client/api/http.ts';
import { notRunningError } from '../../../client/api/local-control.ts';
import type { CommandContext } from '../../context.ts';
import { type LocalRequest, printHar, printRequest, printRequests } from '../../shared/local-output.ts';
import { withLocalService } from '../../shared/local-service.ts';
import { harOf, type LoggedCall } from './har.ts';

/** The options of `brctl local requests`. */
export interface RequestsFlags {
  follow?: boolean;
  operation?: string;
  status?: number;
  limit?: number;
  har?: string;
}

/** Calls that are listed unless another number is given; a HAR has all of them. */
const LISTED_CALLS = 20;

/** The last calls that the service answered; with --follow also those that come, until it is stopped. */
export async function runRequests(context: CommandContext, flags: RequestsFlags): Promise<number> {
  return await withLocalService(context, async ({ origin, call }) => {
    const limit = flags.limit ?? (flags.har === undefined ? LISTED_CALLS : undefined);
    const filters = Object.entries({ operation: flags.operation, status: flags.status, limit });
    const query = filters.flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    const { requests } = await call({
      method: 'GET',
      path: `requests?${query.join('&')}`,
      subject: 'the request log',
      answers: { requests: [STORED_REQUEST] },
    });
    if (flags.har !== undefined) {
      const { version, redactor } = context;
      const har = harOf(requests as LoggedCall[], { origin, version, redact: redactor.redact });
      // Whose searches these are is nobody else's business.
      await writeFileAtomically(resolve(context.cwd, flags.har), `${JSON.stringify(har, null, 2)}\n`, 0o600);
      await printHar(context.output, flags.har, (requests as LoggedCall[]).length);
      return 0;
    }
    const past = (requests as StoredRequest[]).map(toRequest);
    if (flags.follow !== true) await printRequests(context.output, past);
    else await follow(context, origin, flags, past);
    return 0;
  });
}

/** As `/_brctl/requests` gives it. */
interface StoredRequest extends Omit<LocalRequest, 'path' | 'ms'> {
  url: string;
  elapsedMs: number;
}

const STORED_REQUEST = {
  id: 'string',
  at: 'string',
  method: 'string',
  url: 'string',
  status: 'number',
  elapsedMs: 'number',
} as const;

function toRequest({
  id,
  at,
  operation,
  method,
  url,
  status,
  elapsedMs,
  ...links
}: StoredRequest): LocalRequest {
  return { id, at, operation, method, path: url, status, ms: elapsedMs, ...links };
}

/** The calls of the past, then each as it ends. */
async function follow(
  context: CommandContext,
  origin: string,
  { operation, status }: RequestsFlags,
  past: readonly LocalRequest[],
): Promise<void> {
  for (const request of past) await printRequest(context.output, request);
  try {
    for await (const { type, data } of readEvents(`${origin}/_brctl/events`, context.signal)) {
      if (type !== 'new') continue;
      const request = JSON.parse(data) as LocalRequest;
      if (operation !== undefined && request.operation !== operation) continue;
      if (status !== undefined && request.status !== status) continue;
      await printRequest(context.output, request);
    }
  } catch (error) {
    throw error instanceof NoAnswerError ? notRunningError(origin, error) : error;
  }
}
