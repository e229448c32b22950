import { Findings } from '../catalog/findings/findings.ts';
import { scanOperation } from '../catalog/operations/operation-line.ts';
import { unusableInput } from '../catalog/operations/read-operations.ts';
import { InputSplitter } from '../catalog/splitting/splitter.ts';
import type { OperationText } from '../delta/split.ts';
import { isBlank } from '../json/ascii.ts';
import { singleLineBytes } from '../json/single-line.ts';
import { Tape } from '../json/tape.ts';

/**
 * The operations of an input as they are, each on one line: those of a JSON Patch array may have had line breaks,
 * which JSON allows between its marks only.
 *
 * @throws BrctlError of kind `input` for anything that is not an operation
 */
export async function* readOperationTexts(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<OperationText> {
  const findings = new Findings(1, name);
  const tape = new Tape();
  let texts: OperationText[] = [];
  const splitter = new InputSplitter({
    text(bytes, start, end, line, column) {
      if (column === 1 && isBlank(bytes, start, end)) return;
      const operation = scanOperation(tape, { bytes, start, end, line, column }, findings);
      if (operation === undefined) return;
      texts.push({
        product: operation.target.id,
        text: singleLineBytes(Buffer.from(bytes.subarray(start, end))),
        line,
      });
    },
    problem(code, message, line) {
      findings.beginLine(line);
      findings.error(code, message);
    },
  });
  const take = () => {
    if (findings.errors > 0) throw unusableInput(findings, name);
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
