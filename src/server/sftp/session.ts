import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerChannel } from 'ssh2';
import { messageOf } from '../../base/errors.ts';
import type { Clock } from '../service/control/clock.ts';
import type { FaultRules } from '../service/control/faults.ts';
import type { Log } from '../service/control/log.ts';
import type { SftpFiles } from '../service/files/sftp-files.ts';
import { Refusal } from '../service/refusals.ts';
import { faultNameOf, ROUTES } from './dispatch.ts';
import { OpenHandles } from './open-handles.ts';
import type { OperationContext } from './operation.ts';
import { OperationRecords, type SftpOperation } from './operation-record.ts';
import { BadPacket, PacketReader, PacketSplitter } from './packet-reader.ts';
import { statusPacket, versionPacket } from './packet-writer.ts';
import { REQUEST, STATUS } from './protocol.ts';
import { StatusError, statusOf } from './status.ts';

/** Requests that may wait before the channel is told to send no more. */
const QUEUE_HIGH_WATER = 128;
const QUEUE_LOW_WATER = 32;
/** Type and id of a request. */
const HEADER_BYTES = 5;

export interface SessionOptions {
  channel: ServerChannel;
  files: SftpFiles;
  clock: Clock;
  faults: Pick<FaultRules, 'strike'>;
  log: Log;
  record: (operation: SftpOperation) => void;
  onPacket: () => void;
  /** Ends the whole connection, when a fault rule or a broken packet asks for it. */
  disconnect: () => void;
}

/** Answers requests one by one in their order, as OpenSSH's server does; holds back a client that is faster than the disk. */
export class SftpSession {
  /** Resolves when the session is over and all its files are closed. */
  readonly released: Promise<void>;
  #markReleased: () => void = () => undefined;
  readonly #options: SessionOptions;
  readonly #context: OperationContext;
  readonly #faults: SessionFaults;
  readonly #records: OperationRecords;
  readonly #splitter = new PacketSplitter();
  readonly #queue: Buffer[] = [];
  readonly #ended = new AbortController();
  #isWorking = false;
  #hasGreeted = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.released = new Promise((resolve) => {
      this.#markReleased = resolve;
    });
    const { files, clock, channel } = options;
    this.#context = { files, clock, handles: new OpenHandles(files, () => clock.now()) };
    this.#records = new OperationRecords(options.record);
    this.#faults = new SessionFaults(options.faults, this.#ended.signal);
    channel.on('data', (bytes: Buffer) => this.#receive(bytes));
    channel.on('error', () => this.#end());
    for (const event of ['end', 'close']) channel.on(event, () => this.#end());
  }

  #receive(bytes: Buffer): void {
    // What was under way when the session was interrupted concerns nobody any more.
    if (this.#ended.signal.aborted) return;
    this.#options.onPacket();
    try {
      this.#queue.push(...this.#splitter.push(bytes));
    } catch (error) {
      this.#breakOff(error);
      return;
    }
    if (this.#queue.length > QUEUE_HIGH_WATER) this.#options.channel.pause();
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      for (let packet = this.#queue.shift(); packet !== undefined; packet = this.#queue.shift()) {
        if (this.#ended.signal.aborted) break;
        await this.#send(await this.#answer(packet));
        if (this.#queue.length < QUEUE_LOW_WATER) this.#options.channel.resume();
      }
    } catch (error) {
      this.#breakOff(error);
    } finally {
      this.#isWorking = false;
      if (this.#ended.signal.aborted) await this.#release();
    }
  }

  /** @throws what must end the session: a packet without even an id, a fault that drops */
  async #answer(packet: Buffer): Promise<Buffer> {
    const type = packet[0];
    if (!this.#hasGreeted) {
      if (type !== REQUEST.init) throw new BadPacket('the first packet is not INIT');
      this.#hasGreeted = true;
      return versionPacket();
    }
    if (packet.length < HEADER_BYTES) throw new BadPacket('packet without an id');
    const id = packet.readUInt32BE(1);
    const startedMs = performance.now();
    try {
      const answer = await this.#operate(packet, id);
      this.#records.succeeded(packet, answer, transferBytes(packet), startedMs);
      return answer;
    } catch (error) {
      if (error instanceof DroppedByFault) throw error;
      const { status, message } = statusOf(error);
      if (!(error instanceof BadPacket)) this.#records.failed(packet, { status, message }, startedMs);
      if (status === STATUS.failure)
        this.#options.log.debug('sftp request failed', { reason: messageOf(error) });
      return statusPacket(id, status, message);
    }
  }

  async #operate(packet: Buffer, id: number): Promise<Buffer> {
    const route = ROUTES.get(packet[0] ?? 0);
    if (route === undefined) throw new StatusError(STATUS.operationUnsupported, 'Operation unsupported');
    const faultName = faultNameOf(packet);
    const bytes = transferBytes(packet);
    const passing = faultName === null ? bytes : await this.#faults.meet(faultName, bytes);
    const passed = passing < bytes ? cutTransfer(packet, passing) : packet;
    const answer = await route.operation(this.#context, id, new PacketReader(passed, HEADER_BYTES));
    if (passing < bytes) throw new DroppedByFault('dropped by a fault rule');
    return answer;
  }

  async #send(answer: Buffer): Promise<void> {
    const { channel } = this.#options;
    if (this.#ended.signal.aborted || channel.write(answer)) return;
    // An end of the session ends the wait too.
    await once(channel, 'drain', { signal: this.#ended.signal }).catch(() => undefined);
  }

  #breakOff(error: unknown): void {
    this.#options.log.warn('sftp session broken off', { reason: messageOf(error) });
    this.#end();
    this.#options.disconnect();
  }

  #end(): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    this.#queue.length = 0;
    if (!this.#isWorking) void this.#release();
  }

  async #release(): Promise<void> {
    try {
      this.#records.closeAll();
      await this.#context.handles.closeAll();
      // scp takes a session without an exit status for a failed one.
      this.#options.channel.exit(0);
      this.#options.channel.end();
    } catch (error) {
      this.#options.log.warn('sftp session not closed cleanly', { reason: messageOf(error) });
    } finally {
      this.#markReleased();
    }
  }
}

/** Thrown where a fault rule lets the connection drop. */
class DroppedByFault extends Error {
  override readonly name = 'DroppedByFault';
}

class SessionFaults {
  readonly #rules: Pick<FaultRules, 'strike'>;
  readonly #signal: AbortSignal;
  /** Bytes of files that may still pass before the connection drops; infinite while no rule struck. */
  #bytesUntilDrop = Number.POSITIVE_INFINITY;

  constructor(rules: Pick<FaultRules, 'strike'>, signal: AbortSignal) {
    this.#rules = rules;
    this.#signal = signal;
  }

  /**
   * Lets the rules strike one request that moves `bytes` of a file.
   * @returns how many of these bytes still pass; the connection is to drop behind them where it is less than all
   * @throws DroppedByFault, or Refusal `storage_full` or `unavailable`
   */
  async meet(operation: string, bytes: number): Promise<number> {
    const fault = this.#rules.strike(operation);
    if (fault?.latencyMs) await delay(fault.latencyMs, undefined, { signal: this.#signal });
    if (fault?.drop || fault?.reset) this.#startDrop(fault.afterBytes ?? 0);
    if (fault?.diskFull) throw new Refusal('storage_full', fault.message ?? 'No space left on device');
    if (fault?.status !== undefined) throw new Refusal('unavailable', fault.message ?? 'Failure');
    const passing = Math.min(bytes, this.#bytesUntilDrop);
    this.#bytesUntilDrop -= passing;
    return passing;
  }

  /** A rule that strikes every request counts from the first one. */
  #startDrop(afterBytes: number): void {
    if (afterBytes === 0) throw new DroppedByFault('dropped by a fault rule');
    this.#bytesUntilDrop = Math.min(this.#bytesUntilDrop, afterBytes);
  }
}

/** Type and id of a request; READ and WRITE continue with a handle, an offset and a length (draft section 6.4). */
const HANDLE_AT = 5;
const UINT32_BYTES = 4;
const OFFSET_BYTES = 8;

/** Where a READ or WRITE says how many bytes it moves; undefined for other requests, and for those that end early. */
function lengthPlace(packet: Buffer): number | undefined {
  if (packet[0] !== REQUEST.read && packet[0] !== REQUEST.write) return undefined;
  if (packet.length < HANDLE_AT + UINT32_BYTES) return undefined;
  const at = HANDLE_AT + UINT32_BYTES + packet.readUInt32BE(HANDLE_AT) + OFFSET_BYTES;
  return packet.length < at + UINT32_BYTES ? undefined : at;
}

function transferBytes(packet: Buffer): number {
  const at = lengthPlace(packet);
  return at === undefined ? 0 : packet.readUInt32BE(at);
}

/** The same request for only the first `bytes` of what it moves. */
function cutTransfer(packet: Buffer, bytes: number): Buffer {
  const at = lengthPlace(packet);
  if (at === undefined) return packet;
  const data = packet.subarray(at + UINT32_BYTES, at + UINT32_BYTES + bytes);
  const cut = Buffer.concat([packet.subarray(0, at + UINT32_BYTES), data]);
  cut.writeUInt32BE(bytes, at);
  return cut;
}
