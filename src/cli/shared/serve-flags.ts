import path from 'node:path';
import type { CatalogToLoad, EmulatorOptions, EngineChoice, Role } from '../../server/emulator-options.ts';
import { parseDuration } from '../config/duration.ts';
import { usageError } from '../usage-error.ts';

export interface ServeFlags
  extends Pick<
    EmulatorOptions,
    'port' | 'sftpPort' | 'host' | 'history' | 'indexNoop' | 'loose' | 'requireAuthKey' | 'maxOperations'
  > {
  data?: string;
  memory?: boolean;
  load?: string[];
  readyFile?: string;
  exec?: string;
  printEnv?: boolean;
  jobDelay?: number;
  engine: EngineChoice['kind'];
  engineUrl?: string;
  engineCa?: string;
  role?: Role;
  environments?: string;
  tlsCert?: string;
  tlsKey?: string;
  log?: 'json' | 'human';
}

const UNIT_BYTES: Readonly<Record<string, number>> = { kb: 1e3, mb: 1e6, gb: 1e9 };

/** How much of a catalog's past is kept: `512MB`, `30d` or `off`. @throws BrctlError `usage.bad_history` */
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
  const message = `--history must be a size, a duration or off, got ${JSON.stringify(text)}`;
  throw usageError('usage.bad_history', message, 'write it like 512MB, 30d or off');
}

/**
 * The catalogs that `--load a=1.jsonl 2.jsonl --load b=3.jsonl` names: a value without `name=` is one more file of
 * the catalog before it.
 * @throws BrctlError `usage` where the first value names no catalog
 */
export function parseLoads(values: readonly string[], cwd: string): CatalogToLoad[] {
  const loads: { catalog: string; files: string[] }[] = [];
  for (const value of values) {
    const named = /^([\w.-]+)=(.+)$/.exec(value);
    const last = loads.at(-1);
    if (named?.[1] !== undefined && named[2] !== undefined) {
      loads.push({ catalog: named[1], files: [path.resolve(cwd, named[2])] });
    } else if (last !== undefined) {
      last.files.push(path.resolve(cwd, value));
    } else {
      const message = `--load ${JSON.stringify(value)} does not name a catalog`;
      throw usageError('usage.bad_load', message, `write it like --load products_en=${value}`);
    }
  }
  return loads;
}
