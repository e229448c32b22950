// The nodes of a JSON text: kind, start, end, next, as in src/base/json/tape.ts. A node is its index on its tape.
export const OBJECT: i32 = 1;
export const ARRAY: i32 = 2;
export const STRING: i32 = 3;
export const ESCAPED_STRING: i32 = 4;
export const NUMBER: i32 = 5;
export const TRUE: i32 = 6;
export const FALSE: i32 = 7;
export const NULL: i32 = 8;

export const NODE_SHIFT: usize = 4;

@inline
export function kindOf(tape: usize, node: i32): i32 {
  return load<i32>(tape + (<usize>node << NODE_SHIFT));
}

/** Address of the node's first byte. */
@inline
export function startOf(tape: usize, node: i32): usize {
  return load<u32>(tape + (<usize>node << NODE_SHIFT), 4);
}

@inline
export function endOf(tape: usize, node: i32): usize {
  return load<u32>(tape + (<usize>node << NODE_SHIFT), 8);
}

/** The next sibling, or what follows the parent. */
@inline
export function nextOf(tape: usize, node: i32): i32 {
  return load<i32>(tape + (<usize>node << NODE_SHIFT), 12);
}
