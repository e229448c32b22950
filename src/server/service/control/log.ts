type LogFields = Readonly<Record<string, unknown>>;

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof LEVELS)[number];

/** The emulator's log. Events are short sentences that stay the same (`job ended`); what varies is in the fields. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>;

export interface LogTarget {
  format: 'json' | 'human';
  level: LogLevel;
  writeLine: (line: string) => void;
}

export interface LogOptions extends LogTarget {
  now: () => number;
  fields?: LogFields;
  redact: (line: string) => string;
}

/** A log that writes one line an event: NDJSON, or `12:00:00 level event key=value` for people. */
export function createLog(options: LogOptions): Log {
  const least = LEVELS.indexOf(options.level);
  const logger =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (LEVELS.indexOf(level) < least) return;
      const time = new Date(options.now()).toISOString();
      const all = { ...options.fields, ...fields };
      const json = options.format === 'json' && JSON.stringify({ at: time, level, event, ...all });
      options.writeLine(options.redact(json || formatHumanLine(time, level, event, all)));
    };
  return { debug: logger('debug'), info: logger('info'), warn: logger('warn'), error: logger('error') };
}

const ignore = () => undefined;
export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function formatHumanLine(time: string, level: LogLevel, event: string, fields: LogFields): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ` ${name}=${formatHumanValue(value)}`);
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${event}${pairs.join('')}`;
}

/** Quoted where needed, so that a line break in a value cannot forge a line. */
function formatHumanValue(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
}
