import { formatCount } from '../../base/wording/amounts.ts';
import type { Attempt, HttpClient } from '../../client/api/http-call.ts';
import { listProxySecrets, readProxies } from '../../client/api/proxies.ts';
import { DEFAULT_TRIES } from '../../client/api/retry.ts';
import type { Config } from '../config/config.ts';
import { formatDuration } from '../config/duration.ts';
import type { CommandContext } from '../context.ts';

/** How often something is tried in all: once, and as often again as is configured. */
export function countAttempts(config: Config): number {
  const retries = config.integer('maxRetries');
  return retries === undefined ? DEFAULT_TRIES : retries + 1;
}

/** Runs `work` with what calls of the service need; its connections are closed on every way out. */
export async function withHttpClient<T>(
  context: CommandContext,
  config: Config,
  work: (caller: HttpClient) => Promise<T>,
): Promise<T> {
  // With all that sends: a command that has only to do with files and SFTP does not load it.
  const { createTransport } = await import('../../client/api/http.ts');
  const proxies = readProxies(context.env);
  for (const secret of listProxySecrets(proxies)) context.redactor.add(secret);
  const transport = createTransport(proxies);
  const { output, globals } = context;
  const onExchange = (exchange: Attempt) => {
    output.detail(describeExchange(exchange));
    if (globals.verbosity > 1) for (const line of describeHeaders(exchange)) output.detail(line);
  };
  try {
    return await work({
      transport,
      ...(globals.verbosity > 0 && { onExchange }),
      timing: context,
      tries: countAttempts(config),
      onRetry: ({ message }, pauseMs) =>
        context.output.note(`${message}; trying again in ${formatDuration(pauseMs)}`),
    });
  } finally {
    await transport.close();
  }
}

/** Is everything set that an SFTP connection needs? Apart from what makes one, which takes long to load. */
export function hasSftpCredentials(context: CommandContext, config: Config): boolean {
  const hasKey = config.get('sftpKeyFile') !== undefined || context.env.SSH_AUTH_SOCK !== undefined;
  return hasKey && config.get('sftpHost') !== undefined && config.get('sftpUser') !== undefined;
}

/** Headers that carry a key. */
const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'auth-key', 'cookie', 'set-cookie']);

/** `PATCH api.example /dataconnect/... 202 131 ms, sent 1,204 bytes, got 51 bytes, attempt 1`. */
function describeExchange({ request, attempt, ms, sentBytes, answer, failure }: Attempt): string {
  const { host, pathname, search } = new URL(request.url);
  const outcome = answer === undefined ? `failed: ${failure}` : String(answer.status);
  const bytes = [
    `${ms} ms`,
    `sent ${count(sentBytes)}`,
    ...(answer === undefined ? [] : [`got ${count(Buffer.byteLength(answer.text))}`]),
    `attempt ${attempt}`,
  ];
  return `${request.method} ${host} ${pathname}${search} ${outcome}, ${bytes.join(', ')}`;
}

/** The headers of both sides, one a line, as curl shows them; those that carry keys are masked. */
function describeHeaders({ request, answer }: Attempt): string[] {
  return [
    ...Object.entries(request.headers).map(([name, value]) => `> ${name}: ${maskHeader(name, value)}`),
    ...Object.entries(answer?.headers ?? {}).map(([name, value]) => `< ${name}: ${maskHeader(name, value)}`),
  ];
}

function maskHeader(name: string, value: string): string {
  return SECRET_HEADERS.has(name.toLowerCase()) ? '***' : value;
}

function count(bytes: number): string {
  return `${formatCount(bytes)} bytes`;
}
