import { readFileSync, statSync } from 'node:fs';
import { BrctlError, type BrctlErrorDetails, getMessage } from '../../../base/errors.ts';
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

/** The merchandising file, read again when it has changed: looked at as it is asked for, twice a second at most. */
export class RulesFile {
  readonly #file: string;
  readonly #log: Log;
  readonly #nowMs: () => number;
  #state: RulesState;
  #lookedMs: number;
  #stamp: string;

  /** @throws BrctlError `config` for a file that cannot be read, or is no merchandising file */
  constructor(file: string, log: Log, nowMs: () => number) {
    this.#file = file;
    this.#log = log;
    this.#nowMs = nowMs;
    this.#lookedMs = nowMs();
    this.#stamp = this.#readStamp();
    this.#state = { file, rules: parseRules(file, readText(file)), generation: 1, fault: null };
  }

  get state(): RulesState {
    if (this.#nowMs() - this.#lookedMs < LOOK_MS) return this.#state;
    this.#lookedMs = this.#nowMs();
    const stamp = this.#readStamp();
    if (stamp === this.#stamp) return this.#state;
    this.#stamp = stamp;
    this.#state = this.#readAgain();
    return this.#state;
  }

  #readAgain(): RulesState {
    const { generation } = this.#state;
    try {
      const rules = parseRules(this.#file, readText(this.#file));
      this.#log.info('merchandising rules read', { file: this.#file, rules: rules.rules?.length ?? 0 });
      return { file: this.#file, rules, generation: generation + 1, fault: null };
    } catch (error) {
      if (!(error instanceof BrctlError)) throw error;
      const { message, details } = error;
      const { line, why } = details;
      const at = { ...(line !== undefined && { line }), ...(why !== undefined && { why }) };
      this.#log.warn('merchandising rules refused; the last valid rules stay in use', {
        file: this.#file,
        message,
        ...at,
      });
      return { ...this.#state, fault: { message, ...at } };
    }
  }

  /** Changes whenever the file is written; empty without a file. */
  #readStamp(): string {
    const found = statSync(this.#file, { throwIfNoEntry: false });
    return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
  }
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
