export interface RemoteNameParts {
  catalog: string;
  mode: 'full' | 'delta';
  at: Date;
  /** Number among several files of one load, from 1; absent when there is but one. */
  part?: { number: number; of: number };
  gzip: boolean;
}

/** A folder per catalog, then catalog, load, time (spec: SFTP). Part numbers have equal digits, to sort. */
export function nameRemoteFile({ catalog, mode, at, part, gzip }: RemoteNameParts): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const digits = Math.max(2, String(part?.of ?? 0).length);
  const number = part === undefined ? '' : `_${String(part.number).padStart(digits, '0')}`;
  return `${catalog}/${catalog}_${mode}_${time}${number}.jsonl${gzip ? '.gz' : ''}`;
}
