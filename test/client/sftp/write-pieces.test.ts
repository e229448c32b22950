import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choosePieceBytes, writePieces } from '../../../src/client/sftp/write-pieces.ts';

const MIB = 1024 * 1024;

/** A file that answers when it is told to. */
function slowFile() {
  const asked: { position: number; answer(error?: Error): void }[] = [];
  return {
    asked,
    writeAt: (_piece: Buffer, position: number) =>
      new Promise<void>((resolve, reject) => {
        asked.push({ position, answer: (error) => (error ? reject(error) : resolve()) });
      }),
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The same memory over and over, as the readers of files give it. */
async function* reusing(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(Math.max(0, ...chunks.map(({ length }) => length)));
  for (const chunk of chunks) {
    chunk.copy(memory);
    yield memory.subarray(0, chunk.length);
    memory.fill(0xff);
  }
}

test('what is written is the content, however it is cut and in whatever order answers come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 1, max: 16 }),
      fc.nat(9),
      async (parts, pieceBytes, fromBytes) => {
        const chunks = parts.map((part) => Buffer.from(part));
        const file = Buffer.alloc(fromBytes + Buffer.concat(chunks).length);
        const writeAt = async (piece: Buffer, position: number) => {
          for (let turns = position % 3; turns > 0; turns--) await turn();
          piece.copy(file, position);
        };
        await writePieces(reusing(chunks), { fromBytes, pieceBytes, writeAt });
        expect(file.subarray(fromBytes).equals(Buffer.concat(chunks))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('no more than 4 MiB are under way; each answer lets one more go', async () => {
  const file = slowFile();
  const done = writePieces(Buffer.alloc(6 * MIB), { pieceBytes: MIB, writeAt: file.writeAt });
  await turn();
  expect(file.asked.map(({ position }) => position)).toEqual([0, MIB, 2 * MIB, 3 * MIB]);
  file.asked[2]?.answer();
  await turn();
  expect(file.asked.map(({ position }) => position)).toEqual([0, MIB, 2 * MIB, 3 * MIB, 4 * MIB]);
  for (const nth of [0, 1, 3, 4]) file.asked[nth]?.answer();
  await turn();
  file.asked[5]?.answer();
  await done;
});

test('after a failure nothing more is asked for, and it is told when no request is under way', async () => {
  const file = slowFile();
  const told: string[] = [];
  const done = writePieces(Buffer.alloc(9 * MIB), { pieceBytes: MIB, writeAt: file.writeAt }).then(
    () => told.push('done'),
    (error: Error) => told.push(error.message),
  );
  await turn();
  file.asked[1]?.answer(new Error('the disk is full'));
  await turn();
  expect(told).toEqual([]);
  for (const nth of [0, 2, 3]) file.asked[nth]?.answer();
  await done;
  expect(told).toEqual(['the disk is full']);
  expect(file.asked).toHaveLength(4);
});

test.each([
  ['SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n', 253_952],
  ['Welcome to the feed server\r\nSSH-2.0-OpenSSH_7.4\r\n', 253_952],
  ['SSH-2.0-ssh2js1.17.0\r\n', 32_768],
  ['SSH-2.0-AWS_SFTP_1.1\r\n', 32_768],
  ['SSH-2.0-mod_sftp, not SSH-2.0-OpenSSH_9\r\n', 32_768],
  ['', 32_768],
])('a server that greets with %j is sent pieces of %i bytes', (greeting, bytes) => {
  expect(choosePieceBytes(greeting)).toBe(bytes);
});
