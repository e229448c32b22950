/** An HTTP status as a small label; 0 is a connection that ended before an answer. */
export function Status({ status }: { status: number }) {
  const tone = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return <span class={`mark ${tone}`}>{status === 0 ? 'cut' : status}</span>;
}

const TONES = {
  good: ['success', 'passed', 'added', 'new', 'searched'],
  bad: ['failed', 'killed', 'removed', 'gone'],
  warn: ['failed-before', 'inconclusive', 'allowed'],
  busy: ['running', 'queued', 'creating', 'moved'],
};

/** A state of a job, a verdict, what became of something: in the colour of what it means. */
export function StateBadge({ state }: { state: string }) {
  const tone = Object.entries(TONES).find(([, states]) => states.includes(state))?.[0] ?? '';
  return <span class={`mark ${tone}`}>{state}</span>;
}

/** Empty state: a title, perhaps with a hint and a command to run. */
export function EmptyState({ title, hint, command }: { title: string; hint?: string; command?: string }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {hint && <p>{hint}</p>}
      {command && <pre class="code">{command}</pre>}
    </div>
  );
}

/** Hint for an instance without catalogs. */
export function NoCatalog({ name }: { name: string | undefined }) {
  const title = name ? `There is no catalog ${name}.` : 'No catalog yet';
  return <EmptyState title={title} hint="Load one:" command="brctl push catalog.jsonl" />;
}

/** Until the first answer is there, or why it does not come. */
export function Loading({ failure }: { failure?: string | undefined }) {
  return failure === undefined ? <p class="muted pad">Loading …</p> : <Failure message={failure} />;
}

/** Error message of the service. */
export function Failure({ message }: { message: string }) {
  return (
    <p class="failure" role="alert">
      {message}
    </p>
  );
}
