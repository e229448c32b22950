import { Refusal } from '../../service/refusals.ts';
import type { ControlCall } from '../control-route.ts';
import { READY } from './control-schemas.ts';

/**
 * 503 until HTTP, SFTP and every `--load` are ready, and while the search engine is red; else where everything is reached,
 * keys left out, and how the engine is.
 */
export const getReady: ControlCall = {
  operation: 'get-ready',
  method: 'GET',
  path: '/_brctl/ready',
  summary: 'Whether the service is ready.',
  schema: { response: { 200: READY } },
  async handle(_request, _reply, host) {
    const ready = host.ready();
    if (ready === null) throw new Refusal('unavailable', 'not ready yet');
    const health = await host.engineHealth();
    const { engine, state, detail } = health;
    if (state === 'red') throw new Refusal('unavailable', `the search engine ${engine} is red: ${detail}`);
    const { env: _keys, ...addresses } = ready;
    return { ...addresses, environment: host.environment, engine: health };
  },
};
