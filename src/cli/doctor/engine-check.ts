import { isLoopback } from '../../client/catalog-state.ts';
import type { Caller } from '../../client/http-call.ts';
import { controlCall, controlOrigin } from '../../client/local-control.ts';
import type { Config } from '../../config/config.ts';
import { BrctlError } from '../../errors.ts';
import type { DoctorCheck } from './check.ts';

const TIMEOUT_MS = 10_000;

/** One that is not running, or no `brctl serve`, is told of by the other checks. */
function otherService(error: unknown): Ready {
  const isOther =
    error instanceof BrctlError && (error.kind === 'not-found' || error.code === 'local.not_running');
  if (!isOther) throw error;
  return {};
}

interface Ready {
  engine?: { engine: string; state: string; detail: string };
}

/** What searches, of a service on this machine: yellow works, red is an error of the service. */
export function engineCheck(config: Config, caller: Caller, signal: AbortSignal): DoctorCheck {
  return {
    name: 'search engine',
    async run() {
      // A front end has no catalog API.
      const url = config.get('catalogUrl') ?? config.get('searchUrl');
      if (url === undefined || !isLoopback(url)) return undefined;
      const ask = { method: 'GET' as const, path: 'ready', subject: 'search engine', timeoutMs: TIMEOUT_MS };
      const origin = controlOrigin(url, config.environment);
      const read = ({ text }: { text: string }) => JSON.parse(text) as Ready;
      const { engine } = await controlCall(caller, origin, ask, signal, read).catch(otherService);
      return engine && `${engine.engine} is ${engine.state}: ${engine.detail}`;
    },
  };
}
