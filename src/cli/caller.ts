import { createTransport } from '../client/http.ts';
import type { Caller } from '../client/http-call.ts';
import { DEFAULT_RETRY_POLICY } from '../client/retry.ts';
import type { Config } from '../config/config.ts';
import { formatDuration } from '../config/duration.ts';
import type { CommandContext } from './context.ts';

/** Time without progress after which a request is given up, where nothing is configured. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** The configured time of one request. */
export function requestTimeoutMs(config: Config): number {
  return config.durationMs('timeout') ?? DEFAULT_TIMEOUT_MS;
}

/** Runs `work` with what calls of the service need; its connections are closed on every way out. */
export async function withCaller<T>(
  context: CommandContext,
  config: Config,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  const transport = createTransport();
  const tries = Math.max(1, config.integer('maxRetries') ?? DEFAULT_RETRY_POLICY.tries);
  try {
    return await work({
      transport,
      timing: context,
      retry: { ...DEFAULT_RETRY_POLICY, tries },
      onRetry: ({ message }, pauseMs) =>
        context.output.note(`${message}; trying again in ${formatDuration(pauseMs)}`),
    });
  } finally {
    await transport.close();
  }
}
