// Only the parser that `brctl convert` uses, over a whole file: what its time is compared with.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { SaxesParser } from 'saxes';

const [, , layout, file] = process.argv;
let rows = 0;

async function readCsv(stream) {
  const parser = parse({
    on_record: () => {
      rows++;
      return null;
    },
  });
  for await (const chunk of stream) await new Promise((resolve) => parser.write(chunk, resolve));
  parser.end();
}

async function readXml(stream) {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    if (name === 'item') rows++;
  });
  parser.on('text', () => undefined);
  stream.setEncoding('utf8');
  for await (const text of stream) parser.write(text);
  parser.close();
}

async function readJson(stream) {
  let rest = '';
  stream.setEncoding('utf8');
  for await (const text of stream) {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      JSON.parse(line);
      rows++;
    }
  }
}

const read = { csv: readCsv, xml: readXml, jsonl: readJson }[layout];
await read(createReadStream(file, { highWaterMark: 1 << 20 }));
if (rows === 0) throw new Error('nothing was read');
