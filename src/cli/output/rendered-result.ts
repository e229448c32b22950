import type { OutputStream } from '../io.ts';
import type { Output, ResultDocument } from './output.ts';
import { toJson } from './printable.ts';

/** A result in both its forms, for a command that can write it to a file as well. */
export interface RenderedResult {
  document: ResultDocument;
  forPeople(stdout: OutputStream): string | Promise<string>;
}

export async function printPaged(output: Output, { document, forPeople }: RenderedResult): Promise<void> {
  await output.paged(document, forPeople);
}

/** What a file gets: the same as a pipe. */
export async function renderToText(output: Output, { document, forPeople }: RenderedResult): Promise<string> {
  if (output.json) return `${toJson(document)}\n`;
  return await forPeople({ ...output.stdout, isTty: false, color: false });
}
