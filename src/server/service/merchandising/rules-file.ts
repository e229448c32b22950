import { readFileSync, statSync } from 'node:fs';
import { BrctlError, type BrctlErrorDetails, getMessage } from '../../../base/errors.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { Log } from '../control/log.ts';
import { parseRules, type Rules } from './rules.ts';

const LOOK_MS = 500;
const MAX_BYTES = 20 * 1024 * 1024;

/** Last valid content of the file, and the errors of its present one. */
export interface RulesState {
  file: string;
  rules: Rules;
  /** Counts what was read, so that answers made by other rules are told apart. */
  generation: number;
  /** Why what is in the file now is not used; null where it is. */
  fault: (Pick<BrctlErrorDetails, 'line' | 'why'> & { message: string }) | null;
}

/** The merchandising file, read again when it has changed. */
export interface RulesFile {
  readonly state: RulesState;
}

/**
 * Looks at the file as its state is asked for, twice a second at most.
 * @throws BrctlError `config` for a file that cannot be read, or is no merchandising file
 */
export function openRulesFile(file: string, log: Log, nowMs: () => number): RulesFile {
  let lookedMs = nowMs();
  let stamp = readStamp(file);
  let state: RulesState = { file, rules: parseRules(file, readText(file)), generation: 1, fault: null };
  return {
    get state() {
      if (nowMs() - lookedMs < LOOK_MS) return state;
      lookedMs = nowMs();
      const before = stamp;
      stamp = readStamp(file);
      if (stamp !== before) state = readAgain(state, log);
      return state;
    },
  };
}

function readAgain(before: RulesState, log: Log): RulesState {
  const { file, generation } = before;
  try {
    const rules = parseRules(file, readText(file));
    log.info('merchandising rules read', { file, rules: rules.rules?.length ?? 0 });
    return { file, rules, generation: generation + 1, fault: null };
  } catch (error) {
    if (!(error instanceof BrctlError)) throw error;
    const { message, details } = error;
    const fault = { message, ...omitUndefined({ line: details.line, why: details.why }) };
    log.warn('merchandising rules refused; the last valid rules stay in use', { file, ...fault });
    return { ...before, fault };
  }
}

/** Changes whenever the file is written; empty without a file. */
function readStamp(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

function readText(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; limit ${MAX_BYTES}`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BrctlError('the merchandising rules cannot be read', {
      kind: 'config',
      code: 'config.merchandising',
      file,
      why: getMessage(error),
      hint: 'serve.merchandising names the file: correct the name, or create the file',
      cause: error,
    });
  }
}
