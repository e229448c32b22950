import { type LosslessValue, parseLossless } from '../../base/json/lossless.ts';
import { isObject } from '../../base/json/shape.ts';
import { ellipsize } from '../../base/wording/ellipsize.ts';
import type { HttpAnswer } from './http.ts';

const EXCERPT_CHARACTERS = 200;

export class BadAnswerError extends Error {
  override readonly name = 'BadAnswerError';
}

export function cutExcerpt(text: string): string {
  return ellipsize(text.replace(/\s+/g, ' ').trim(), EXCERPT_CHARACTERS);
}

function describeBody(answer: HttpAnswer): string {
  const type = answer.headers['content-type'] ?? '';
  if (answer.text.trim() === '') return 'an empty body';
  if (type.includes('html') || /^\s*</.test(answer.text)) return `HTML: ${cutExcerpt(answer.text)}`;
  return `not complete JSON: ${cutExcerpt(answer.text)}`;
}

/** The JSON object that an answer carries; throws BadAnswerError with the first 200 characters of anything else. */
export function parseObject(answer: HttpAnswer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch {
    throw new BadAnswerError(`the answer (HTTP ${answer.status}) is ${describeBody(answer)}`);
  }
  if (!isObject(value)) {
    throw new BadAnswerError(
      `the answer (HTTP ${answer.status}) is not a JSON object: ${cutExcerpt(answer.text)}`,
    );
  }
  return value;
}

export function parseLosslessObject(answer: HttpAnswer): { [key: string]: LosslessValue } {
  parseObject(answer);
  return parseLossless(answer.text) as { [key: string]: LosslessValue };
}

/**
 * Message of a refusal: `details[].detail` in the vendor's own style, `message`, `detail`, `error`
 * as other areas have it, `error.message` of control calls, else the start of the body (doc: public-facts A2, B8, C9).
 */
export function readServiceMessage(answer: HttpAnswer): string {
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    return cutExcerpt(answer.text);
  }
  return findMessage(body) ?? cutExcerpt(answer.text);
}

function findMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const { details, message, detail, error, title } = body as Record<string, unknown>;
  if (Array.isArray(details)) {
    const lines = details.flatMap((entry) => findMessage(entry) ?? []);
    if (lines.length > 0) return lines.join('; ');
  }
  // Control calls have theirs one step deeper.
  const inner = typeof error === 'object' ? findMessage(error) : error;
  return [detail, message, inner, title].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}
