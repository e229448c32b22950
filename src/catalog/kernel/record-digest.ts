import { loadWasm } from '../../base/files/load-wasm.ts';

/** Exports of the compiled module; see assembly/record-digest.ts. */
interface DigestExports {
  memory: WebAssembly.Memory;
  input(bytes: number): number;
  add(idLength: number, jsonLength: number): void;
  subtract(idLength: number, jsonLength: number): void;
  sumA: { value: bigint };
  sumB: { value: bigint };
}

/** A UTF-16 unit takes this many bytes of UTF-8 at most. */
const BYTES_PER_UNIT = 3;
const MIN_ROOM_BYTES = 65_536;

/** The digest of no records. */
const EMPTY = '0'.repeat(32);

/**
 * A digest of the records of a catalog, kept up as records come and go. Catalogs that hold the same records by value (keys
 * in any order, any spelling of strings and numbers) have the same digest, whatever came in between; others do not, but
 * for an accident of 1 in 2^64 or less. It protects against no one who looks for such a pair.
 */
export class RecordDigest {
  readonly #exports: DigestExports;
  #memory: Buffer;

  /**
   * @param digest what `text` gave for the records so far; without it there are none
   * @throws BrctlError `diff.no_wasm`
   */
  constructor(digest: string = EMPTY) {
    this.#exports = loadWasm('record-digest.wasm');
    this.#exports.sumA.value = BigInt(`0x${digest.slice(0, 16)}`);
    this.#exports.sumB.value = BigInt(`0x${digest.slice(16)}`);
    this.#memory = Buffer.from(this.#exports.memory.buffer);
  }

  /** @param json valid JSON, as text or as its bytes in UTF-8 */
  add(id: string, json: string | Uint8Array): void {
    const { idLength, jsonLength } = this.#write(id, json);
    this.#exports.add(idLength, jsonLength);
  }

  /** Takes a record out that was added as it is given here. */
  remove(id: string, json: string | Uint8Array): void {
    const { idLength, jsonLength } = this.#write(id, json);
    this.#exports.subtract(idLength, jsonLength);
  }

  /** 32 hexadecimal digits. */
  text(): string {
    const halves = [this.#exports.sumA.value, this.#exports.sumB.value];
    return halves.map((half) => BigInt.asUintN(64, half).toString(16).padStart(16, '0')).join('');
  }

  #write(id: string, json: string | Uint8Array): { idLength: number; jsonLength: number } {
    const bytes =
      id.length * BYTES_PER_UNIT + (typeof json === 'string' ? json.length * BYTES_PER_UNIT : json.length);
    const place = this.#exports.input(Math.max(bytes, MIN_ROOM_BYTES));
    // Memory that has grown is another buffer.
    if (this.#memory.length === 0) this.#memory = Buffer.from(this.#exports.memory.buffer);
    const idLength = this.#memory.write(id, place);
    if (typeof json === 'string') return { idLength, jsonLength: this.#memory.write(json, place + idLength) };
    this.#memory.set(json, place + idLength);
    return { idLength, jsonLength: json.length };
  }
}
