import type { HttpAnswer } from '../../client/api/http.ts';
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

export interface LocalService {
  /** `http://127.0.0.1:4747` */
  origin: string;
  call(call: ControlCall): Promise<Record<string, unknown>>;
  get(path: string, subject: string, answers: ControlCall['answers']): Promise<Record<string, unknown>>;
  /** As `get`, of a past state, which may have to be indexed first. */
  getPast: LocalService['get'];
  /** Asks for a document of this schema, numbers with their digits: the shape is what the schema's name promises. */
  ask<Document extends object>(path: string, subject: string, schema: string): Promise<Document>;
  /** The catalog that is meant. @throws BrctlError `config.missing` */
  catalog(): string;
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
  return await withHttpClient(context, config, (caller) => {
    const send = <T>(call: ControlCall, decode: (answer: HttpAnswer) => T) =>
      sendControlCall(caller, origin, call, context.signal, decode);
    const method = 'GET';
    return work({
      origin,
      call: (call) => send(call, parseObject),
      get: (path, subject, answers) => send({ method, path, subject, answers }, parseObject),
      getPast: (path, subject, answers) =>
        send({ method, path, subject, answers, timeoutMs: PAST_TIMEOUT_MS }, parseObject),
      ask: <Document extends object>(path: string, subject: string, answers: string) =>
        send({ method, path, subject, answers }, (answer) => parseLosslessObject(answer) as Document),
      catalog: () => config.require('catalog'),
    });
  });
}
