import { BrctlError, type Problem } from '../../base/errors.ts';
import { SFTP_RETENTION_MS } from '../../protocol/limits.ts';
import type { RemoteFile } from '../sftp/list-files.ts';

type FoundFile = Pick<RemoteFile, 'path' | 'modifiedMs'>;

/** A job may wait in the queue; a file that goes away sooner may be gone when its turn comes. */
const MIN_LEFT_MS = 3_600_000;

export function parsePathList(text: string, name: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalidListError(name, 'it is not a complete JSON array', cause);
  }
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) {
    throw invalidListError(name, 'it must be a JSON array of strings');
  }
  return value as string[];
}

function invalidListError(name: string, why: string, cause?: unknown): BrctlError {
  return new BrctlError('this list of SFTP paths cannot be used', {
    kind: 'input',
    code: 'input.bad_path_list',
    file: name,
    why,
    cause,
  });
}

/** Relative to the SFTP folder, inside it, each once (spec: Body kinds). Throws `input.bad_path`. */
export function checkPaths(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    const why = findFault(path) ?? (seen.has(path) ? 'it is named twice' : undefined);
    if (why !== undefined) {
      throw new BrctlError(`${JSON.stringify(path)} cannot be loaded from SFTP`, {
        kind: 'input',
        code: 'input.bad_path',
        why,
        hint: 'brctl files ls shows the paths as they must be written',
      });
    }
    seen.add(path);
  }
}

function findFault(path: string): string | undefined {
  if (path === '') return 'a path must not be empty';
  if (path.startsWith('/')) return 'a path is relative to the SFTP folder and must not begin with /';
  if (path.split('/').includes('..')) return 'a path must stay inside the SFTP folder';
  return path.endsWith('/') ? 'it names a folder; name the files in it' : undefined;
}

/**
 * Refuses missing files and those about to be deleted, which would fail the job (spec: Limits).
 * @throws BrctlError `input.no_remote_file`, `input.file_expiring`, with every path concerned
 */
export function checkRemoteFiles(paths: readonly string[], files: readonly FoundFile[], now: Date): void {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const missing = paths.filter((path) => !byPath.has(path));
  if (missing.length > 0)
    throw refuse(missing, {
      kind: 'not-found',
      code: 'input.no_remote_file',
      what: 'is not in the SFTP folder',
      hint: 'brctl files ls',
    });
  const expiring = paths.filter((path) => computeTimeLeft(byPath.get(path), now) < MIN_LEFT_MS);
  if (expiring.length > 0) {
    throw refuse(expiring, {
      kind: 'input',
      code: 'input.file_expiring',
      what: 'is about to be deleted by the service',
      hint: 'upload it again',
    });
  }
}

function computeTimeLeft(file: FoundFile | undefined, now: Date): number {
  if (file === undefined) return 0;
  return file.modifiedMs + SFTP_RETENTION_MS - now.getTime();
}

function refuse(
  paths: readonly string[],
  { kind, code, what, hint }: { kind: 'input' | 'not-found'; code: string; what: string; hint: string },
): BrctlError {
  const problems: Problem[] = paths.map((path) => ({
    severity: 'error',
    code,
    message: `${path} ${what}`,
    hint,
  }));
  return new BrctlError(problems[0]?.message ?? what, { kind, code, problems, hint });
}
