import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomically } from '../../base/files/atomic-file.ts';
import { mkdirp } from '../../base/files/mkdirp.ts';

function locateVisitorFile(stateDir: string): string {
  return path.join(stateDir, 'visitor');
}

const COOKIE = /^uid=[^:\s]+:v=[^:\s]+:ts=\d+:hc=\d+$/;

/**
 * The `_br_uid_2` value of this user: made once, kept in the state folder and sent with every search, as a native app
 * does (spec: C rule 3; form: doc, public-facts C10). Where nothing can be kept, each run has its own.
 */
export async function readVisitorId(stateDir: string, nowMs: number): Promise<string> {
  const stored = (await readFile(locateVisitorFile(stateDir), 'utf8').catch(() => '')).trim();
  if (COOKIE.test(stored)) return stored;
  const made = `uid=${randomUUID().replaceAll('-', '').slice(0, 13)}:v=app:ts=${nowMs}:hc=1`;
  await keep(stateDir, made).catch(() => undefined);
  return made;
}

async function keep(stateDir: string, cookie: string): Promise<void> {
  await mkdirp(stateDir);
  await writeFileAtomically(locateVisitorFile(stateDir), `${cookie}\n`, 0o600);
}

/** Forgets the visitor, as a user does who resets the advertising identifier (spec: C rule 3). */
export async function resetVisitorId(stateDir: string): Promise<void> {
  await rm(locateVisitorFile(stateDir), { force: true });
}
