import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmulatorHost } from '../host.ts';
import type { Route } from './route.ts';

/** A control call: works on the emulator itself, never part of the service's own paths (docs/reference/serve.md, Control calls). */
export interface ControlRoute extends Omit<Route, 'handle' | 'area'> {
  area: 'control';
  /** Answered to other machines, too, such as load balancers: what it tells them is for everyone (`admit-control-call.ts`). */
  isOpen?: true;
  /** The handler itself checks the body: it is a file, or its members depend on each other. */
  checksBody?: true;
  /** A page for people, to which links of other sites may lead. */
  isPage?: true;
  handle(request: FastifyRequest, reply: FastifyReply, host: EmulatorHost): Promise<unknown>;
}

export type ControlCall = Omit<ControlRoute, 'area' | 'basis'>;
