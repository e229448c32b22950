// The lines that are compared, and the memory for it: what is read and looked up grows from its start, operations from its end.

export let oldTape: usize = 0;
export let newTape: usize = 0;
/** The lines hold something that is left to the host, or more than there is memory for: results do not count. */
export let isLeft: bool = false;
/** The lines are in the one spelling that the host gives unusual ones: nothing but too little memory is left to it. */
export let isCanonical: bool = false;

let start: usize = 0;
export let workEnd: usize = 0;
/** The free room lies between. */
export let top: usize = 0;
export let bottom: usize = 0;

export function setWork(from: usize, to: usize): void {
  start = from;
  workEnd = to;
}

/** Starts with other lines. */
export function beginWork(canonical: bool): void {
  isLeft = false;
  isCanonical = canonical;
  top = start;
  bottom = workEnd;
}

export function setPair(oldWords: usize, newWords: usize): void {
  oldTape = oldWords;
  newTape = newWords;
}

export function leave(): void {
  isLeft = true;
}

/** Memory of this many bytes; 0 where there is too little. */
export function reserve(bytes: usize): usize {
  const at = top;
  const room = (bytes + 7) & ~7;
  if (room > bottom - at) {
    leave();
    return 0;
  }
  top = at + room;
  return at;
}

/** Gives back what was reserved from an address on. */
@inline
export function release(address: usize): void {
  top = address;
}

/** Takes what operations need up to an address. False: there is too little memory. */
export function growDown(to: usize): bool {
  if (to < top + 64) {
    leave();
    return false;
  }
  bottom = to;
  return true;
}
