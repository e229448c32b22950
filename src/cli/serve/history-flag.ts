import { parseDuration } from '../../config/duration.ts';
import type { EmulatorOptions } from '../../emulator/emulator-options.ts';
import { BrctlError } from '../../errors.ts';

const UNIT_BYTES: Readonly<Record<string, number>> = { kb: 1e3, mb: 1e6, gb: 1e9 };

/**
 * How much of a catalog's past is kept: `512MB`, `30d` or `off`.
 *
 * @throws BrctlError `usage.bad_history`
 */
export function parseHistory(text: string): NonNullable<EmulatorOptions['history']> {
  if (text === 'off') return 'off';
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([kmg]b)$/i.exec(text) ?? [];
  if (unit !== undefined) return { maxBytes: Number(amount) * (UNIT_BYTES[unit.toLowerCase()] ?? 0) };
  try {
    // A bare number might be either.
    if (!/^\d+$/.test(text)) return { maxAgeMs: parseDuration(text, '--history') };
  } catch {
    // Told below.
  }
  throw new BrctlError(`--history must be a size, a duration or off, got ${JSON.stringify(text)}`, {
    kind: 'usage',
    code: 'usage.bad_history',
    hint: 'write it like 512MB, 30d or off',
  });
}
