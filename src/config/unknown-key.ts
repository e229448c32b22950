import { BrctlError } from '../errors.ts';
import { nearest } from '../wording/nearest.ts';

/**
 * The error for a key that a configuration file may not have; it names the nearest that it may.
 *
 * @param prefix keys above it, such as `serve.`
 */
export function unknownKey(prefix: string, name: string, known: readonly string[], file: string): BrctlError {
  const meant = nearest(name, known);
  return new BrctlError(`unknown key ${prefix}${name}`, {
    kind: 'config',
    code: 'config.unknown_key',
    file,
    hint: meant === undefined ? `known keys: ${known.join(', ')}` : `did you mean ${prefix}${meant}?`,
  });
}
