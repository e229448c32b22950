/** Past this many names behind names each frame has its own shape. */
const MAX_STEPS = 100_000;

interface Step {
  shape: number;
  readonly next: Map<string, Step>;
}

/** Numbers for the lists of names that frames have. Most feeds have few of them; no text is made to look one up. */
export class FrameShapes {
  readonly #root: Step = { shape: 0, next: new Map() };
  #last = 0;
  #steps = 0;

  /** The number of the names in this order; the same for the same ones. */
  shapeOf(attributes: ReadonlyMap<string, string>): number {
    let step = this.#root;
    for (const name of attributes.keys()) {
      let next = step.next.get(name);
      if (next === undefined) {
        if (this.#steps === MAX_STEPS) return ++this.#last;
        this.#steps++;
        next = { shape: 0, next: new Map() };
        step.next.set(name, next);
      }
      step = next;
    }
    if (step.shape === 0) step.shape = ++this.#last;
    return step.shape;
  }
}
