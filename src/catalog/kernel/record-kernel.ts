import { loadWasm } from '../../base/files/load-wasm.ts';
import { SEED_HIGH, SEED_LOW } from '../ids/id-lines.ts';
import {
  ADVISED,
  type AttributeType,
  getAttributeBit,
  getAttributeRule,
  REQUIRED_BITS,
} from '../rules/attribute-rules.ts';
import { FIRST_PAST_ASCII, ID_BYTES, isIdCharacter } from '../rules/id-rules.ts';
import {
  ANY,
  BOOLEAN,
  CATEGORY_PATHS,
  KEYWORDS,
  NOTHING,
  NUMBER,
  ONE_ATTRIBUTE,
  STORE_LOCATION,
  STRING,
  UNKNOWN_NAME,
} from './assembly/parts/layout.ts';

/** Exports of the compiled module; see assembly/record-check.ts. */
type KernelExports = {
  memory: WebAssembly.Memory;
  check(length: number): number;
  learn(type: number, bit: number): number;
} & Record<
  | ('INPUT' | 'INPUT_BYTES' | 'ID_BYTES' | 'leastIdBytes' | 'mostIdBytes' | 'priceBit')
  | ('seedLow' | 'seedHigh' | 'fingerprintLow' | 'fingerprintHigh' | 'numericStrings')
  | ('unknownStart' | 'unknownLength' | 'idStart' | 'idLength' | 'valueStart' | 'valueLength'),
  { value: number }
>;

/** Numbers of the types in the module. A type that it does not know leaves the line to the full check. */
const TYPE_NUMBERS: Readonly<Record<AttributeType, number>> = {
  number: NUMBER,
  boolean: BOOLEAN,
  string: STRING,
  keywords: KEYWORDS,
  category_paths: CATEGORY_PATHS,
  store_location: STORE_LOCATION,
};

const ADVISED_BITS = ADVISED.map(getAttributeBit);

/**
 * Recognizes lines that add a whole product, or add or remove one attribute of a product or of a variant, and have nothing
 * wrong with them, several times faster than the full check reads them. Says nothing about any other line.
 */
export class RecordKernel {
  readonly #exports: KernelExports;
  readonly #memory: Buffer;
  /** Advised attributes that the line checked last does without. */
  advisedMissing = 0;
  /** Did the line checked last add or remove one attribute, without an error or a warning? In a full load none may be removed. */
  isAttribute = false;

  private constructor(exports: KernelExports) {
    this.#exports = exports;
    this.#memory = Buffer.from(exports.memory.buffer);
    exports.seedLow.value = SEED_LOW;
    exports.seedHigh.value = SEED_HIGH;
    exports.priceBit.value = getAttributeBit('price');
    exports.leastIdBytes.value = ID_BYTES.min;
    exports.mostIdBytes.value = ID_BYTES.max;
    const allowed = exports.ID_BYTES.value;
    // Bytes from 0x80 on are parts of characters past ASCII, which the rule takes or refuses together.
    for (let byte = 0; byte < 256; byte++)
      this.#memory[allowed + byte] = Number(isIdCharacter(Math.min(byte, FIRST_PAST_ASCII)));
  }

  /** The kernel, or undefined where the built module or the processor's SIMD is missing: all works without it. */
  static load(): RecordKernel | undefined {
    try {
      return new RecordKernel(loadWasm('record-check.wasm'));
    } catch {
      return undefined;
    }
  }

  /** Has the line no error? True: it adds a whole product, and has no warning but those counted here. */
  accepts(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    this.isAttribute = false;
    if (length > this.#exports.INPUT_BYTES.value) return false;
    this.#memory.set(bytes.subarray(start, end), this.#exports.INPUT.value);
    const present = this.#check(length);
    if (present < 0) return false;
    this.isAttribute = present === ONE_ATTRIBUTE && this.numericStrings === 0;
    if ((present & REQUIRED_BITS) !== REQUIRED_BITS) return false;
    this.advisedMissing = 0;
    for (const bit of ADVISED_BITS) if ((present & bit) === 0) this.advisedMissing++;
    return true;
  }

  /** Id of the product on the line accepted last. */
  get id(): string {
    const start = this.#exports.idStart.value;
    return this.#memory.toString('utf8', start, start + this.#exports.idLength.value);
  }

  /** The product itself, of the line accepted last, which is given again: its bytes as they came. */
  productIn(bytes: Uint8Array, start: number): Uint8Array {
    const { INPUT, valueStart, valueLength } = this.#exports;
    const offset = start + valueStart.value - INPUT.value;
    return bytes.subarray(offset, offset + valueLength.value);
  }

  /** Numbers written as strings in the line checked last. */
  get numericStrings(): number {
    return this.#exports.numericStrings.value;
  }

  /** Fingerprint of the product on the line checked last, as id-lines.ts makes it. */
  get low(): number {
    return this.#exports.fingerprintLow.value;
  }

  get high(): number {
    return this.#exports.fingerprintHigh.value;
  }

  /** Checks the line at hand; names met for the first time are learned on the way. */
  #check(length: number): number {
    for (;;) {
      const present = this.#exports.check(length);
      if (present !== UNKNOWN_NAME || !this.#learn()) return present;
    }
  }

  #learn(): boolean {
    const start = this.#exports.unknownStart.value;
    const name = this.#memory.toString('utf8', start, start + this.#exports.unknownLength.value);
    const { type, bit, problem, isDeprecated } = getAttributeRule(name, 'products');
    if (problem !== undefined || isDeprecated) return this.#exports.learn(NOTHING, 0) !== 0;
    return this.#exports.learn(type === undefined ? ANY : TYPE_NUMBERS[type], bit) !== 0;
  }
}
