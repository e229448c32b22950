import type { ComponentChildren } from 'preact';

/** An HTTP status as a small label; 0 is a connection that ended before an answer. */
export function Status({ status }: { status: number }) {
  const tone = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return <span class={`mark ${tone}`}>{status === 0 ? 'cut' : status}</span>;
}

const JOB_TONES: Readonly<Record<string, string>> = {
  success: 'good',
  failed: 'bad',
  killed: 'bad',
  skipped: 'plain',
  running: 'busy',
  queued: 'busy',
  creating: 'busy',
};

export function JobState({ state }: { state: string }) {
  return <span class={`mark ${JOB_TONES[state] ?? 'plain'}`}>{state}</span>;
}

/** What stands where there is nothing to show, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** What went wrong, in the words of the service. */
export function Failure({ message }: { message: string }) {
  return (
    <p class="failure" role="alert">
      {message}
    </p>
  );
}
