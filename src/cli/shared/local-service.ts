import type { HttpAnswer } from '../../client/api/http.ts';
import type { HttpClient } from '../../client/api/http-call.ts';
import { parseLosslessObject, parseObject } from '../../client/api/http-json.ts';
import {
  type ControlCall,
  PAST_TIMEOUT_MS,
  readControlOrigin,
  sendControlCall,
} from '../../client/api/local-control.ts';
import { BY_DEFAULT, type Config } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import { withHttpClient } from './caller.ts';

export type LocalService = ReturnType<typeof createLocalService>;

/** @param origin such as `http://127.0.0.1:4747` */
function createLocalService(caller: HttpClient, origin: string, config: Config, signal: AbortSignal) {
  const send = <T>(call: ControlCall, decode: (answer: HttpAnswer) => T) =>
    sendControlCall(caller, origin, call, signal, decode);
  const call = (request: ControlCall) => send(request, parseObject);
  const method = 'GET';
  return {
    origin,
    call,
    get: (path: string, subject: string, answers: ControlCall['answers']) =>
      call({ method, path, subject, answers }),
    /** As `get`, of a past state, which may have to be indexed first. */
    getPast: (path: string, subject: string, answers: ControlCall['answers']) =>
      call({ method, path, subject, answers, timeoutMs: PAST_TIMEOUT_MS }),
    /** Asks for a document of this schema, numbers with their digits: the shape is what the schema's name promises. */
    ask: <Document extends object>(path: string, subject: string, answers: string) =>
      send({ method, path, subject, answers }, (answer) => parseLosslessObject(answer) as Document),
    /** The catalog that is meant. @throws BrctlError `config.missing` */
    catalog: () => config.require('catalog'),
  };
}

/** The setting with the address of the service: a front end, which only searches, has no other than that of searches. */
export function chooseUrlSetting(config: Config): 'catalogUrl' | 'searchUrl' {
  const isSet = (name: 'catalogUrl' | 'searchUrl') => (config.origin(name) ?? BY_DEFAULT) !== BY_DEFAULT;
  return !isSet('catalogUrl') && isSet('searchUrl') ? 'searchUrl' : 'catalogUrl';
}

/**
 * Runs `work` with the control calls of the chosen environment.
 * @throws BrctlError `local.not_local`, `config.missing`; of its calls `local.not_running`, `local.other_service`
 */
export async function withLocalService<T>(
  context: CommandContext,
  work: (service: LocalService) => Promise<T>,
): Promise<T> {
  const config = await context.config();
  const origin = readControlOrigin(config.require(chooseUrlSetting(config)), config.environment);
  return await withHttpClient(context, config, (caller) =>
    work(createLocalService(caller, origin, config, context.signal)),
  );
}
