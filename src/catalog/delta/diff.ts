import { setImmediate } from 'node:timers/promises';
import { withFile } from '../../base/files/with-file.ts';
import type { DiffInput, DiffOptions, DiffSummary } from './diff-options.ts';
import { joinSources } from './join-sources.ts';
import { NEW, OLD } from './side.ts';
import { type OpenedSource, openSource } from './source/open-source.ts';

async function diffSources(
  opened: readonly [OpenedSource, OpenedSource],
  sink: (bytes: Uint8Array) => void | Promise<void>,
  options: DiffOptions,
): Promise<DiffSummary> {
  const assertUnchanged = () => {
    for (const file of opened) file.assertUnchanged();
  };
  const joining = joinSources([opened[OLD].source, opened[NEW].source], options);
  const { summary, touched } = await joining.catch((error) => {
    assertUnchanged(); // then that is what is wrong
    throw error;
  });
  try {
    assertUnchanged();
    await options.beforeEmit?.(summary);
    await setImmediate(); // a signal that came while the catalogs were read is told of now
    options.signal?.throwIfAborted();
    const { onExplain } = options;
    const onNote = onExplain && ((note: Buffer) => onExplain(JSON.parse(note.toString('utf8'))));
    await touched.emit(sink, onNote);
    return summary;
  } finally {
    touched.close();
  }
}

/**
 * Computes the smallest delta between two catalogs, in any order and of any size. `sink` gets JSON Lines, all operations of
 * a product together, in the order of the new catalog, then missing products; nothing before both catalogs were read.
 * @throws BrctlError `input`: a line that is not a record, a duplicate id, with file, line and column; up to
 *   `maxProblems` of them as `problems`
 * @throws BrctlError `not-found`: no such file; `file.changed`: one was written to while it was read
 */
export async function diffCatalogs(
  oldInput: DiffInput,
  newInput: DiffInput,
  sink: (bytes: Uint8Array) => void | Promise<void>,
  options: DiffOptions = {},
): Promise<DiffSummary> {
  return await withFile(await openSource(oldInput, options), async (oldOpened) =>
    withFile(await openSource(newInput, options), (newOpened) =>
      diffSources([oldOpened, newOpened], sink, options),
    ),
  );
}
