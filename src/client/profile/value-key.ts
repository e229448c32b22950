import { createHash } from 'node:crypto';

/** A value of a field, to count it by: a scalar stands for itself, a container is its JSON, in which the order of keys counts. */
export type ValueKey = string | number | boolean;

/** Longer ones are not held on to. */
const MAX_KEY_LENGTH = 512;

/** The key of a value that is not null. Only equal values have one key, and texts of one SHA-256, of which none are known. */
export function toValueKey(value: unknown): ValueKey {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const isText = typeof value === 'string';
  const text = isText ? value : JSON.stringify(value);
  // A text that begins as JSON does is hashed, so that it is not taken for a container.
  const isItself = text.length <= MAX_KEY_LENGTH && !(isText && (text[0] === '[' || text[0] === '{'));
  if (isItself) return text;
  // Neither JSON nor a text that stands for itself begins so and ends without a bracket.
  return `[${createHash('sha256')
    .update(isText ? `"${text}` : text)
    .digest('base64')}`;
}
