import { setImmediate } from 'node:timers/promises';
import type { DiffInput, DiffOptions, DiffSummary } from './diff-options.ts';
import { joinSources } from './join-sources.ts';
import { readExplanation } from './output/explanation.ts';
import { NEW, OLD } from './side.ts';
import { type OpenedSource, openSource } from './source/open-source.ts';

async function diffSources(
  opened: readonly [OpenedSource, OpenedSource],
  sink: (bytes: Uint8Array) => void | Promise<void>,
  options: DiffOptions,
): Promise<DiffSummary> {
  const refuseChanged = () => {
    for (const file of opened) file.refuseChanged();
  };
  const joining = joinSources([opened[OLD].source, opened[NEW].source], options);
  const { summary, touched } = await joining.catch((error) => {
    refuseChanged(); // then that is what is wrong
    throw error;
  });
  try {
    refuseChanged();
    await options.beforeEmit?.(summary);
    await setImmediate(); // a signal that came while the catalogs were read is told of now
    options.signal?.throwIfAborted();
    const { onExplain } = options;
    await touched.emit(
      sink,
      onExplain === undefined ? undefined : (note) => onExplain(readExplanation(note)),
    );
    return summary;
  } finally {
    touched.close();
  }
}

/**
 * The smallest delta that turns one catalog into another: `sink` gets its operations as JSON Lines, whole lines at a
 * time, all operations of a product together, in the order of the new catalog; last come products that vanished, in
 * the order of the old one. Nothing is handed over before both catalogs were read and found sound.
 *
 * Catalogs may be in any order, plain or gzip, and of any size: lines stay in their files, a record takes some 20
 * bytes of memory. Lines that differ are read strictly, with `strict` all of them.
 *
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
  const oldOpened = await openSource(oldInput, options);
  try {
    const newOpened = await openSource(newInput, options);
    try {
      return await diffSources([oldOpened, newOpened], sink, options);
    } finally {
      await newOpened.close();
    }
  } finally {
    await oldOpened.close();
  }
}
