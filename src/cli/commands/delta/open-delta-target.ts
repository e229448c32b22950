import { BrctlError } from '../../../base/errors.ts';
import type { CommandContext } from '../../context.ts';
import {
  DeltaFile,
  type DeltaTarget,
  type DeltaTargetOptions,
  FramedWriter,
} from '../../shared/delta-file.ts';

function singleTarget(writer: FramedWriter, file?: DeltaFile): DeltaTarget {
  return {
    write: (lines) => writer.lines(lines),
    async commit() {
      await writer.end();
      await file?.end();
      await file?.commit();
    },
    abort: async () => await file?.abort(),
    files: () => (file === undefined ? [] : [file.name]),
  };
}

/**
 * Opens where a delta goes: stdout, a file, or with `split` as many files as the limits ask for.
 *
 * @throws BrctlError `usage.missing_option` for a split without a file
 */
export async function openDeltaTarget(
  { output }: CommandContext,
  options: DeltaTargetOptions,
): Promise<DeltaTarget> {
  const { file, layout, split, isCounted } = options;
  const isFile = file !== undefined && file !== '-';
  if (split) {
    if (isFile) {
      const { SplitTarget } = await import('./split-target.ts');
      return new SplitTarget({ ...options, file, warn: (text) => output.warn(text) });
    }
    throw new BrctlError('--split needs --output: it writes several files', {
      kind: 'usage',
      code: 'usage.missing_option',
      hint: 'add -o delta.jsonl',
    });
  }
  if (!isFile) {
    const print = isCounted ? output.bytes : output.stream;
    return singleTarget(new FramedWriter(layout, (bytes) => print(bytes)));
  }
  const target = await DeltaFile.create(file, options.cwd);
  return singleTarget(new FramedWriter(layout, (bytes) => target.write(bytes)), target);
}
