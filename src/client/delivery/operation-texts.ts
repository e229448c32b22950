import { toSingleLineBytes } from '../../base/json/single-line.ts';
import { Tape } from '../../base/json/tape.ts';
import type { OperationText } from '../../catalog/delta/split.ts';
import { Findings } from '../../catalog/findings/findings.ts';
import { createOperationHandler } from '../../catalog/operations/operation-line.ts';
import { unusableInputError } from '../../catalog/operations/read-operations.ts';
import { InputSplitter } from '../../catalog/splitting/splitter.ts';

/** Operations, each on one line, as arrays may have breaks. Throws `input` errors for anything else. */
export async function* readOperationTexts(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<OperationText> {
  const findings = new Findings(1, name);
  let texts: OperationText[] = [];
  const handler = createOperationHandler(new Tape(), findings, ({ target }, { bytes, start, end, line }) => {
    texts.push({
      product: target.id,
      text: toSingleLineBytes(Buffer.from(bytes.subarray(start, end))),
      line,
    });
  });
  const splitter = new InputSplitter(handler);
  const take = () => {
    if (findings.errors > 0) throw unusableInputError(findings, name);
    const taken = texts;
    texts = [];
    return taken;
  };
  for await (const chunk of chunks) {
    splitter.push(chunk);
    yield* take();
  }
  splitter.end();
  yield* take();
}
