import type { OutputStream } from '../io.ts';

/** Says how far the work is; called as often as the work likes. */
export type Report = (text: string) => void;

const LINE_EVERY_MS = 10_000;

/**
 * Runs `work` with a sign of life on stderr: a spinner on a terminal that can redraw, otherwise a line at the start, every 10 s and
 * at the end. Stopped on every way out, so that no error leaves a spinner turning.
 */
export async function withProgress<T>(
  label: string,
  to: OutputStream,
  write: (line: string) => void,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  return to.isTty && !to.plain ? await withSpinner(label, to, work) : await withLines(label, write, work);
}

async function withSpinner<T>(
  label: string,
  to: OutputStream,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  const { default: ora } = await import('ora');
  const spinner = ora({
    text: label,
    stream: to.stream as NodeJS.WriteStream,
    discardStdin: false,
    isEnabled: true,
    ...(to.color ? {} : { color: false }),
  });
  spinner.start();
  try {
    return await work((text) => {
      spinner.text = `${label}: ${text}`;
    });
  } finally {
    spinner.stop();
  }
}

async function withLines<T>(
  label: string,
  write: (line: string) => void,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  let latest = '';
  write(label);
  const timer = setInterval(() => write(latest === '' ? label : `${label}: ${latest}`), LINE_EVERY_MS);
  timer.unref();
  try {
    const result = await work((text) => {
      latest = text;
    });
    if (latest !== '') write(`${label}: ${latest}, done`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
