/** An answer that is no success; `status` is 0 where none came. */
class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface CallOptions {
  method?: 'PUT' | 'POST' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
}

/** A control call, `path` relative to `/_brctl/`, or a call of the service itself where it begins with `/`. @throws CallError */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await callForText(path, options);
  return JSON.parse(answer) as Answer;
}

/** @throws CallError */
export async function callForText(path: string, options: CallOptions = {}): Promise<string> {
  const answer = await callForAnswer(path, options);
  return await answer.text();
}

/** @throws CallError */
export async function callForAnswer(path: string, { body, ...init }: CallOptions = {}): Promise<Response> {
  const url = path.startsWith('/') ? path : `/_brctl/${path}`;
  const answer = await fetch(url, { ...init, body: JSON.stringify(body) }).catch((error: Error) => {
    if (init.signal?.aborted) throw error;
    throw new CallError(0, 'No answer from the service.');
  });
  if (!answer.ok) throw new CallError(answer.status, findMessage(await answer.text()) ?? answer.statusText);
  return answer;
}

/** Each area of the service has its own envelope. */
function findMessage(text: string): string | undefined {
  try {
    const { error, message, details, detail } = JSON.parse(text);
    return error?.message ?? message ?? details?.[0]?.detail ?? detail;
  } catch {
    return undefined;
  }
}

/** The answer, or undefined where this service does not have the call or the thing. @throws CallError */
export async function callIfThere<Answer>(path: string, options: CallOptions = {}) {
  try {
    return await call<Answer>(path, options);
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return undefined;
    throw error;
  }
}
