import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerChannel } from 'ssh2';
import { getMessage } from '../../base/errors.ts';
import type { Clock } from '../service/control/clock.ts';
import type { FaultRules } from '../service/control/faults.ts';
import type { Log } from '../service/control/log.ts';
import type { SftpFiles } from '../service/files/sftp-files.ts';
import { Refusal } from '../service/refusals.ts';
import { EXTENDED, EXTENSIONS, ROUTES, type Route } from './dispatch.ts';
import { OpenHandles } from './open-handles.ts';
import {
  beginTransfer,
  requestRecord,
  type SftpOperation,
  SUCCESS,
  transferRecord,
} from './operation-record.ts';
import { createPacketSplitter, PacketReader, type Request, readRequest } from './packet-reader.ts';
import { type Answer, answerPacket, writeStatusAnswer, writeVersionPacket } from './packet-writer.ts';
import { STATUS } from './protocol.ts';
import { BadPacket, type Outcome, StatusError, toStatus } from './status.ts';

const INIT = 1;

/** The parts of the service that SFTP works on. */
export interface SftpHost {
  filesOf(user: string): SftpFiles;
  clock: Clock;
  faults: Pick<FaultRules, 'nextFault'>;
  log: Log;
  record: (operation: SftpOperation) => void;
}

export interface SessionOptions extends Omit<SftpHost, 'filesOf'> {
  channel: ServerChannel;
  files: SftpFiles;
  onPacket: () => void;
  /** Ends the whole connection, when a fault rule or a broken packet asks for it. */
  disconnect: () => void;
  /** Aborted when the connection is gone. */
  signal: AbortSignal;
}

/** Answers requests in their order, as OpenSSH's server does. No byte is taken before what came earlier is answered. */
export async function serveSftp(options: SessionOptions): Promise<void> {
  const { channel, clock, log, signal } = options;
  const handles = new OpenHandles(options.files, () => clock.now(), options.record);
  const answer = answerPackets(options, handles);
  const split = createPacketSplitter();
  try {
    // The channel stays open behind the last request, for the exit status.
    for await (const bytes of channel.iterator({ destroyOnReturn: false })) {
      if (signal.aborted) break;
      options.onPacket();
      for (const packet of split(bytes)) {
        const answered = await answer(packet);
        signal.throwIfAborted();
        if (!channel.write(answered)) await once(channel, 'drain', { signal });
      }
    }
  } catch (error) {
    if (!signal.aborted) log.warn('sftp session broken off', { reason: getMessage(error) });
    options.disconnect();
  }
  try {
    await handles.closeAll();
    // scp takes a session without an exit status for a failed one.
    channel.exit(0);
    channel.end();
  } catch (error) {
    log.warn('sftp session not closed cleanly', { reason: getMessage(error) });
  }
}

/** Answers the packets of one session. It throws what must end the session: a packet without even an id, a fault that drops. */
function answerPackets(options: SessionOptions, handles: OpenHandles): (packet: Buffer) => Promise<Buffer> {
  const { files, clock, log, record } = options;
  const meetFaults = followFaults(options.faults, options.signal);
  let hasGreeted = false;

  return async (packet) => {
    const reader = new PacketReader(packet);
    const type = reader.byte();
    if (!hasGreeted) {
      if (type !== INIT) throw new BadPacket('the first packet is not INIT');
      hasGreeted = true;
      return writeVersionPacket([...EXTENSIONS].map(([name, { version }]) => [name, version]));
    }
    const id = reader.uint32();
    try {
      return answerPacket(id, await operate(type, reader));
    } catch (error) {
      if (error instanceof DroppedByFault) throw error;
      const { status, message } = toStatus(error);
      if (status === STATUS.FAILURE) log.debug('sftp request failed', { reason: getMessage(error) });
      return answerPacket(id, writeStatusAnswer(status, message));
    }
  };

  async function operate(type: number, reader: PacketReader): Promise<Answer> {
    const startedMs = performance.now();
    const route = type === EXTENDED ? EXTENSIONS.get(reader.text()) : ROUTES.get(type);
    if (route === undefined) throw new StatusError(STATUS.OP_UNSUPPORTED, 'Operation unsupported');
    const request = readRequest(reader, route.fields, startedMs);
    try {
      const answer = await operateUnlessStruck(route, request);
      noteOperation(requestRecord(route, request, SUCCESS));
      return answer;
    } catch (error) {
      if (!(error instanceof DroppedByFault)) noteFailure(route, request, toStatus(error));
      throw error;
    }
  }

  async function operateUnlessStruck(route: Route, request: Request): Promise<Answer> {
    const { byteCount } = request;
    const passing = route.name === undefined ? byteCount : await meetFaults(route.name, byteCount);
    const passed = { byteCount: passing, data: request.data.subarray(0, passing) };
    const answer = await route.operation({ files, clock, handles }, { ...request, ...passed });
    if (passing < byteCount) throw new DroppedByFault('dropped by a fault rule');
    return answer;
  }

  function noteFailure(route: Route, request: Request, failed: Outcome): void {
    const transfer = handles.findFile(request.handle)?.transfer;
    if (route.name === 'sftp:open') noteOperation(transferRecord({ ...beginTransfer(request), failed }));
    else if (transfer === undefined) noteOperation(requestRecord(route, request, failed));
    else if (route.name !== undefined && failed.status !== STATUS.EOF) transfer.failed ??= failed;
  }

  function noteOperation(operation: SftpOperation | undefined): void {
    if (operation !== undefined) record(operation);
  }
}

/** Thrown where a fault rule lets the connection drop. */
class DroppedByFault extends Error {
  override readonly name = 'DroppedByFault';
}

/**
 * Lets the rules strike one request that moves `bytes` of a file, and gives how many of these still pass: the connection drops
 * behind them where it is less than all. @throws DroppedByFault, or Refusal `storage_full` or `unavailable`
 */
function followFaults(rules: Pick<FaultRules, 'nextFault'>, signal: AbortSignal) {
  // Infinite while no rule struck; one that strikes every request counts from the first.
  let bytesUntilDrop = Number.POSITIVE_INFINITY;
  return async (operation: string, bytes: number): Promise<number> => {
    const fault = rules.nextFault(operation);
    if (fault?.latencyMs) await delay(fault.latencyMs, undefined, { signal });
    if (fault?.drop || fault?.reset) bytesUntilDrop = Math.min(bytesUntilDrop, fault.afterBytes ?? 0);
    if ((fault?.drop || fault?.reset) && !fault.afterBytes)
      throw new DroppedByFault('dropped by a fault rule');
    if (fault?.diskFull) throw new Refusal('storage_full', fault.message ?? 'No space left on device');
    if (fault?.status !== undefined) throw new Refusal('unavailable', fault.message ?? 'Failure');
    const passing = Math.min(bytes, bytesUntilDrop);
    bytesUntilDrop -= passing;
    return passing;
  };
}
