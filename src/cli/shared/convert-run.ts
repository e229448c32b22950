import path from 'node:path';
import { addFileToError } from '../../base/errors.ts';
import { readDataFile } from '../../base/files/data-file.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { formatBytes, pluralize } from '../../base/wording/amounts.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';
import { openInput } from '../../catalog/opening/open.ts';
import { toReadError } from '../../catalog/opening/unreadable.ts';
import {
  type ConvertOptions,
  type ConvertReport,
  convertFeed,
  type FeedInput,
  inspectFeedInput,
} from '../../client/convert/convert.ts';
import { type MappingOverlay, readMapping } from '../../client/convert/mapping/read-mapping.ts';
import { renderStarterMapping } from '../../client/convert/mapping/starter-mapping.ts';
import { FROM_NAMES } from '../../client/convert/plan-feed.ts';
import type { CommandContext } from '../context.ts';
import { type Sink, writeAtomically } from './atomic-output.ts';
import { describePlan, printConverted } from './convert-output.ts';
import { refuseOverwriting, refuseStdinTwice } from './file-operands.ts';

export interface FeedFlags
  extends Partial<Pick<ConvertOptions, 'from' | 'shopUrl' | 'encoding' | 'decimal' | 'maxRejected'>> {
  map?: string;
}

export interface ConvertFlags extends FeedFlags {
  output?: string;
  init?: boolean;
}

/** A share that a nightly feed stays below; more is likely to be a fault of the export. */
const USUAL_MAX_REJECTED = { share: 0.01 } as const;

export async function runConvert(context: CommandContext, feed: string, flags: ConvertFlags): Promise<void> {
  refuseStdinTwice([feed, flags.map ?? '']);
  refuseOverwriting(context.cwd, [feed, flags.map ?? '-'], flags.output, 'the output');
  if (flags.init) await writeStarter(context, feed, flags);
  else {
    const report = await writeAtomically(context, flags.output, (sink) =>
      convertTo(context, feed, flags, sink),
    );
    const file = flags.output === '-' ? undefined : flags.output;
    await printConverted(context.output, report, { feed, file });
  }
}

/**
 * Converts a feed into a sink; says on stderr what it is taken for.
 * @throws BrctlError as `convertFeed`, and of the mapping file
 */
export async function convertTo(
  context: CommandContext,
  feed: string,
  flags: FeedFlags,
  sink: Sink,
): Promise<ConvertReport> {
  const options = await readOptions(context, flags);
  return await context.output.progress(`converting ${feed}`, (say) =>
    convertFeed(
      openFeed(context, feed),
      {
        ...options,
        onPlan: (plan) => {
          if (!context.output.json) for (const remark of describePlan(plan)) context.output.note(remark);
        },
        onProgress: (bytes, rows) => say(`${formatBytes(bytes)}, ${pluralize(rows, 'row')}`),
      },
      sink,
    ),
  );
}

function openFeed({ cwd, io, signal }: CommandContext, feed: string): FeedInput {
  const name = feed === '-' ? 'stdin' : feed;
  const file = feed === '-' ? feed : path.resolve(cwd, feed);
  return {
    name,
    open: () =>
      openInput(file, { stdin: io.stdin.stream, signal, name, maxInflatedBytes: Number.POSITIVE_INFINITY }),
  };
}

async function readOptions(context: CommandContext, flags: FeedFlags): Promise<ConvertOptions> {
  const { encoding, decimal, shopUrl, map } = flags;
  const from = flags.from === 'auto' ? undefined : flags.from;
  const overlay = map === undefined ? undefined : await readMappingFile(context, map);
  return {
    ...omitUndefined({ from, encoding, decimal, shopUrl, overlay }),
    nowMs: context.now().getTime(),
    tempDir: context.paths.tempDir,
    maxRejected: flags.maxRejected ?? USUAL_MAX_REJECTED,
    maxProblems: context.globals.maxErrors,
    signal: context.signal,
  };
}

async function readMappingFile({ cwd }: CommandContext, file: string): Promise<MappingOverlay> {
  try {
    const { data } = await readDataFile(path.resolve(cwd, file));
    return readMapping(data ?? {}, FROM_NAMES);
  } catch (thrown) {
    throw addFileToError(toReadError(file, thrown), file);
  }
}

async function writeStarter(context: CommandContext, feed: string, flags: ConvertFlags): Promise<void> {
  const plan = await inspectFeedInput(openFeed(context, feed), await readOptions(context, flags));
  const text = renderStarterMapping(plan, feed);
  await writeAtomically(context, flags.output, (sink) => sink(Buffer.from(text)));
  if (flags.output !== undefined && flags.output !== '-')
    context.output.note(
      `convert with it: brctl convert ${quoteForShell(feed)} --map ${quoteForShell(flags.output)} -o catalog.jsonl`,
    );
}
