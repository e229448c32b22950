/** Taken by every server in one request (draft-ietf-secsh-filexfer-02, section 3: "packets of at least 34000 bytes"). */
export const PIECE_BYTES = 32 * 1024;
/** OpenSSH takes packets of 256 KiB with their heads (its `SFTP_MAX_MSG_LENGTH`): fewer requests, and fewer answers to wait for. */
const OPENSSH_PIECE_BYTES = 248 * 1024;

/**
 * How much of a file goes into one request to write.
 * @param greeting what the server says first: a line with its name (RFC 4253, section 4.2)
 */
export function choosePieceBytes(greeting: string): number {
  return /^SSH-2\.0-OpenSSH_/m.test(greeting) ? OPENSSH_PIECE_BYTES : PIECE_BYTES;
}

/** Bytes that are under way at once: twice the window of OpenSSH's server. */
const WINDOW_BYTES = 4 * 1024 * 1024;

export interface PieceWriter {
  fromBytes?: number | undefined;
  pieceBytes: number;
  writeAt(piece: Buffer, position: number): Promise<void>;
}

/**
 * Writes content in pieces, with many requests under way at once. A chunk of the content is not looked at after the
 * next was asked for: what is under way lies in its own memory, which is used again.
 * @throws what `content` or the first failing request throws, when no request is under way any more
 */
export async function writePieces(
  content: Buffer | AsyncIterable<Buffer>,
  { fromBytes = 0, pieceBytes, writeAt }: PieceWriter,
): Promise<void> {
  const mostPieces = Math.max(1, Math.floor(WINDOW_BYTES / pieceBytes));
  const free: Buffer[] = [];
  const failures: unknown[] = [];
  let underWay = 0;
  let wake: () => void = () => undefined;
  const waitForAnswer = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const send = async (memory: Buffer, length: number, position: number) => {
    underWay++;
    try {
      await writeAt(memory.subarray(0, length), position);
    } catch (error) {
      failures.push(error);
    }
    underWay--;
    free.push(memory);
    wake();
  };
  let position = fromBytes;
  try {
    for await (const bytes of Buffer.isBuffer(content) ? [content] : content) {
      for (let index = 0; index < bytes.length; index += pieceBytes) {
        while (underWay >= mostPieces) await waitForAnswer();
        if (failures.length > 0) break;
        const memory = free.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
        const length = bytes.copy(memory, 0, index, index + pieceBytes);
        void send(memory, length, position);
        position += length;
      }
      if (failures.length > 0) break;
    }
  } finally {
    while (underWay > 0) await waitForAnswer();
  }
  if (failures.length > 0) throw failures[0];
}
