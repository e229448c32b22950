import { formatAge, formatBytes, formatCount } from '../../base/wording/amounts.ts';
import type { OutputStream } from '../io.ts';
import { wrapLine } from './wrap-text.ts';

export interface StepAmount {
  done: number;
  /** Where it is known. */
  total?: number | undefined;
  /** The unit: `bytes`, `products`. */
  unit: string;
}

/** Says how far the work is, as an amount or in words; called as often as the work likes. */
export type Report = (state: string | StepAmount) => void;

export interface ProgressOutput {
  stderr: OutputStream;
  write(line: string): void;
  /** Events as JSON instead of lines. */
  json: boolean;
  now(): Date;
}

const LINE_EVERY_MS = 10_000;
const REDRAW_EVERY_MS = 250;
/** A rate and what is left are guesses before. */
const RATE_AFTER_MS = 1_000;
/** Time that has passed is worth saying from here on. */
const ELAPSED_AFTER_MS = 2_000;

/**
 * Runs `work` with a sign of life on stderr: on a terminal that can redraw a spinner, which leaves a line when it ends;
 * otherwise a line at the start, every 10 s and at the end, with `json` an event every 10 s. Stopped on every way out,
 * so that no error leaves a spinner turning.
 */
export async function withProgress<T>(
  label: string,
  output: ProgressOutput,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  const step = new Step(label, output.now);
  const report: Report = (state) => {
    step.at = state;
  };
  if (output.json) return await withEvents(step, output, () => work(report));
  const { isTty, plain } = output.stderr;
  return isTty && !plain
    ? await withSpinner(step, output.stderr, () => work(report))
    : await withLines(step, output, () => work(report));
}

class Step {
  readonly label: string;
  readonly #now: () => Date;
  readonly #startedMs: number;
  /** How far it is; undefined before the first report. */
  at: string | StepAmount | undefined;

  constructor(label: string, now: () => Date) {
    this.label = label;
    this.#now = now;
    this.#startedMs = now().getTime();
  }

  get elapsedMs(): number {
    return this.#now().getTime() - this.#startedMs;
  }

  /** A job that was waited for ended so: waiting itself went well. */
  get hasFailed(): boolean {
    return typeof this.at === 'string' && /\b(?:failed|killed)$/.test(this.at);
  }

  /** `uploading a.jsonl: 45 %, 12.3 MB/s, 8s left`. */
  formatUnderWay(): string {
    const { elapsedMs } = this;
    const [parts, isTimed] =
      typeof this.at === 'object' ? formatAmounts(this.at, elapsedMs) : [this.#formatStep(), false];
    if (!isTimed && elapsedMs >= ELAPSED_AFTER_MS) parts.push(formatAge(elapsedMs));
    return parts.length === 0 ? this.label : `${this.label}: ${parts.join(', ')}`;
  }

  /** `uploading a.jsonl: 300.0 MB, 24s`. */
  formatResult(): string {
    const parts = typeof this.at === 'object' ? [formatAmount(this.at)] : this.#formatStep();
    if (this.elapsedMs >= RATE_AFTER_MS) parts.push(formatAge(this.elapsedMs));
    return parts.length === 0 ? this.label : `${this.label}: ${parts.join(', ')}`;
  }

  formatEvent(hasEnded: boolean): string {
    const amount = typeof this.at === 'object' ? this.at : { state: this.at };
    const progress = { step: this.label, ...amount, elapsed_ms: this.elapsedMs, ended: hasEnded };
    return JSON.stringify({ progress });
  }

  #formatStep(): string[] {
    return typeof this.at === 'string' ? [this.at] : [];
  }
}

/** Work done, with rate and time left if they are known. */
function formatAmounts(
  { done, total, unit }: StepAmount,
  elapsedMs: number,
): [parts: string[], isTimed: boolean] {
  const isBytes = unit === 'bytes';
  const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
  const parts = [
    share === undefined || !isBytes ? formatAmount({ done, total, unit }) : `${Math.floor(share * 100)} %`,
  ];
  if (done === 0 || elapsedMs < RATE_AFTER_MS) return [parts, false];
  if (isBytes) parts.push(`${formatBytes(Math.round((done * 1_000) / elapsedMs))}/s`);
  if (share === undefined || share === 1) return [parts, false];
  parts.push(`${formatAge(elapsedMs / share - elapsedMs)} left`);
  return [parts, true];
}

function formatAmount({ done, total, unit }: StepAmount): string {
  const figure = unit === 'bytes' ? formatBytes : formatCount;
  const noun = unit === 'bytes' ? '' : ` ${unit}`;
  return total === undefined || total === done
    ? `${figure(done)}${noun}`
    : `${figure(done)} of ${figure(total)}${noun}`;
}

async function withSpinner<T>(step: Step, to: OutputStream, work: () => Promise<T>): Promise<T> {
  const { default: ora } = await import('ora');
  const spinner = ora({
    text: step.formatUnderWay(),
    stream: to.stream as NodeJS.WriteStream,
    discardStdin: false,
    isEnabled: true,
    ...(to.color ? {} : { color: false }),
  });
  spinner.start();
  const timer = setInterval(() => {
    spinner.text = step.formatUnderWay();
  }, REDRAW_EVERY_MS);
  timer.unref();
  try {
    const result = await work();
    spinner.stopAndPersist({ symbol: step.hasFailed ? '✗' : '✓', text: formatEnded(step, to) });
    return result;
  } catch (error) {
    spinner.stopAndPersist({ symbol: '✗', text: formatEnded(step, to) });
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Behind a mark and a space. */
function formatEnded(step: Step, { columns }: OutputStream): string {
  return wrapLine(step.formatResult(), columns - 2, 0).join('\n  ');
}

async function withLines<T>(step: Step, { write }: ProgressOutput, work: () => Promise<T>): Promise<T> {
  write(step.label);
  const result = await repeatWhile(() => write(step.formatUnderWay()), work);
  if (step.at !== undefined || step.elapsedMs >= LINE_EVERY_MS) write(`${step.formatResult()}, done`);
  return result;
}

/** Work of less than ten seconds has none: what reads stderr then finds nothing but an error. */
async function withEvents<T>(step: Step, { write }: ProgressOutput, work: () => Promise<T>): Promise<T> {
  try {
    return await repeatWhile(() => write(step.formatEvent(false)), work);
  } finally {
    if (step.elapsedMs >= LINE_EVERY_MS) write(step.formatEvent(true));
  }
}

async function repeatWhile<T>(tell: () => void, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(tell, LINE_EVERY_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
