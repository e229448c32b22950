import { shellQuote } from '../../../base/wording/shell-quote.ts';
import type { FrontEndReady, ReadyObject } from '../../../server/ready-object.ts';
import type { OutputStream } from '../../io.ts';
import { wrapText } from '../../output/wrap-text.ts';

/** The ready object; with several environments the first one's members, and each by its name. */
export type ReadyDocument = Ready & { environments?: Record<string, Ready> };

type Ready = ReadyObject | FrontEndReady;

/** The ready object of one environment, or of the first with all of them by name under `environments`. */
export function readyDocument(ready: readonly Ready[]): ReadyDocument {
  const [first] = ready;
  if (first === undefined) throw new Error('nothing was started');
  if (ready.length === 1) return first;
  return { ...first, environments: Object.fromEntries(ready.map((one) => [one.env.BRCTL_ENV, one])) };
}

/**
 * One ready line for each environment, each followed by export lines if `showsKeys`: with their keys they are
 * for a person's terminal, not for logs.
 */
export function printReady(
  document: ReadyDocument,
  data: string,
  to: Pick<OutputStream, 'isTty' | 'columns'> = { isTty: false, columns: 80 },
  showsKeys = true,
): string {
  const all = document.environments === undefined ? [document] : Object.values(document.environments);
  if (!showsKeys) return all.map((ready) => `${readyLine(ready, { data, to })}\n`).join('');
  return all.map((ready) => printInstance(ready, { data, to }, all.length > 1)).join('\n');
}

interface Destination {
  data: string;
  to: Pick<OutputStream, 'isTty' | 'columns'>;
}

function readyLine(ready: Ready, { data, to }: Destination): string {
  const { origin } = new URL(ready.searchUrl);
  return wrapText(`ready: ${ready.env.BRCTL_ENV} at ${origin}, ${sftpSummary(ready)}, data ${data}`, to);
}

function printInstance(ready: Ready, destination: Destination, isOneOfSeveral: boolean): string {
  const { env } = ready;
  const name = shellQuote(env.BRCTL_ENV ?? '');
  // Blocks set the same variables; the second in one shell is told of.
  const guard = isOneOfSeveral
    ? [
        `[ "\${BRCTL_ENV:-}" = "" ] || [ "$BRCTL_ENV" = ${name} ] || echo "brctl: these variables replace those of $BRCTL_ENV" >&2`,
      ]
    : [];
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${shellQuote(value)}`);
  return [readyLine(ready, destination), pageLine(ready), ...guard, ...exports, ''].join('\n');
}

/** The address of the inspector, as a comment: what follows is pasted into a shell. */
function pageLine(ready: Ready): string {
  return 'sftp' in ready ? `# page: ${new URL(ready.searchUrl).origin}/_brctl/` : '';
}

function sftpSummary(ready: Ready): string {
  if (!('sftp' in ready)) return 'searches only';
  const { user, host, port } = ready.sftp;
  return `SFTP ${user}@${host}:${port}`;
}
