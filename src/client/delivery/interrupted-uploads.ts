import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mkdirp } from '../../base/files/mkdirp.ts';
import { isNumber, isObjectOf, isText, parseShape, type ValueOf } from '../../base/json/shape.ts';
import { SFTP_RETENTION_MS } from '../../protocol/limits.ts';
import type { LockOptions } from '../state/lock.ts';

/** Identity of an upload, to find an interrupted one. */
export interface UploadIdentity {
  environment: string;
  host: string;
  user: string;
  mode: string;
  file: string;
  sizeBytes: number;
  modifiedMs: number;
  startByte?: number;
}

const isClaim = isObjectOf(
  { remotePath: isText, pid: isNumber, startedMs: isNumber },
  /** PID namespace in which `pid` is valid; see `readPidNamespace`. */
  { namespace: isText },
);
type Claim = ValueOf<typeof isClaim>;

export interface InterruptedUploadsOptions
  extends Pick<LockOptions, 'pid' | 'namespace' | 'isProcessAlive' | 'now'> {
  stateDir: string;
}

/**
 * Remembers an upload's name, which holds the time of its first run: its `.part` is found under no other. A living
 * process keeps its name. Without a writable state folder uploads start anew.
 */
export function openInterruptedUploads(options: InterruptedUploadsOptions) {
  /** The name that an interrupted upload of the same file had, else `freshName`; claimed for this process. */
  async function claim(identity: UploadIdentity, freshName: string): Promise<string> {
    const file = nameFile(identity);
    const prior = await readClaim(file);
    const nowMs = options.now().getTime();
    const isOurs = prior !== undefined && hasEnded(prior) && nowMs - prior.startedMs < SFTP_RETENTION_MS;
    const claim: Claim = {
      remotePath: isOurs ? prior.remotePath : freshName,
      pid: options.pid,
      ...(options.namespace !== undefined && { namespace: options.namespace }),
      startedMs: isOurs ? prior.startedMs : nowMs,
    };
    // Not being resumed is no reason not to upload.
    await writeClaim(file, claim).catch(() => undefined);
    return claim.remotePath;
  }

  /** Of a process of another machine or container nobody here knows whether it runs: its name is left to it. */
  function hasEnded({ pid, namespace }: Claim): boolean {
    const { namespace: here, pid: own, isProcessAlive } = options;
    return namespace === here && (pid === own || !isProcessAlive(pid));
  }

  async function settle(identity: UploadIdentity): Promise<void> {
    await rm(nameFile(identity), { force: true }).catch(() => undefined);
  }

  function nameFile(identity: UploadIdentity): string {
    const { environment, host, user, mode, file, sizeBytes, modifiedMs, startByte } = identity;
    const members = [environment, host, user, mode, file, sizeBytes, modifiedMs, startByte ?? 0];
    const name = createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, 32);
    return path.join(options.stateDir, 'uploads', `${name}.json`);
  }

  return { claim, settle };
}

/** Undefined also for one that a crash has cut. */
async function readClaim(file: string): Promise<Claim | undefined> {
  return parseShape(await readFile(file, 'utf8').catch(() => ''), isClaim);
}

async function writeClaim(file: string, claim: Claim): Promise<void> {
  await mkdirp(path.dirname(file), 0o700);
  await writeFile(`${file}.${claim.pid}`, JSON.stringify(claim), { mode: 0o600 });
  await rename(`${file}.${claim.pid}`, file);
}
