// Goes through two catalogs in lockstep, over lines that are the same and pairs of lines of one id. A line whose counterpart
// does not come next is noted, to be matched with it by id.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { countFate, isFull as hasManyChanges, noteChange, patchEnd, PATCHES } from './changes';
import { isChoosing, isChosenFull, noteChosen, noteSame } from './chosen';
import { patchBytes } from './differ';
import { hashOf } from './hash';
import { AT_END, CHANGES_FULL, CHOSEN_FULL, MAX_LINE_BYTES, MAX_PATCH_BYTES, NEEDS_ROOM, PAIR, UNCHECKED } from './layout';
import { commonLineEnd, trimmedEnd } from './lines';
import { isFull, isMine, noteId, noteLine } from './notes';
import { idHash } from './plain-id';
import { buildLines, isSoundLine } from './read-pair';
import {
  choiceOfLine, filledOf, identifyLine, idOf, isChecked, look, NEW, newlineOf, OLD, passLine, passTo, positionOf, startOf, stopAt,
} from './sides';

/** The line of the other side, where `advance` stopped at a pair. */
export let otherStart: usize = 0;
export let otherEnd: usize = 0;

/** Lines that were passed over on each side since the host took their counts. */
export let oldCount: i32 = 0;
export let newCount: i32 = 0;

/** Shape of the records; `NO_FAMILY`: the host compares. */
export let family: i32 = -1;
export let isStrict: bool = false;
/** Later passes take the same steps as the first one, for the notes of other ids alone. */
let isFirstPass: bool = true;

/** Of both sides, ids that were left waiting lately, by their low bits: a hint to which side is behind. */
const HINTS: u64 = 65536;
const HINT_BYTES: usize = 65536 * 8 * 2;
const LATE = memory.data(65536 * 8 * 2, 8);

/** Begins a pass over both catalogs. Fresh memory is 0 already, and takes no room until it is written. */
export function beginPass(isFirst: bool): void {
  isFirstPass = isFirst;
  if (!isFirst) memory.fill(LATE, 0, HINT_BYTES);
}

export function clearCounts(): void {
  oldCount = 0;
  newCount = 0;
}

/** May a line be passed over that is not compared with another one? With `--strict` only if it is sound, or was checked. */
function isTrusted(side: i32, start: usize, end: usize): bool {
  return !isStrict || isChecked(side, start) || (family >= 0 && isSoundLine(start, end, family));
}

/** Passes over lines that are the same bytes in both catalogs. */
function passSame(): void {
  const first = startOf(OLD);
  let at = first;
  const distance = startOf(NEW) - at;
  const end = at + min(filledOf(OLD) - at, filledOf(NEW) - startOf(NEW));
  let count = 0;
  while (!isFull() && !isChosenFull()) {
    const newline = commonLineEnd(at, end, distance);
    if (newline == 0 || newline - at > <usize>MAX_LINE_BYTES || !identifyLine(OLD, at, newline)) break;
    if (isStrict && !isTrusted(OLD, at, trimmedEnd(at, newline))) break;
    noteId(idHash);
    if (isChoosing) {
      const choice = choiceOfLine(OLD, at, newline);
      if (choice != 0) noteSame(at + distance, newline + distance, choice);
    }
    at = newline + 1;
    count++;
  }
  if (count == 0) return;
  passTo(OLD, at);
  passTo(NEW, at + distance);
  countPairs(count);
}

function countPairs(count: i32): void {
  oldCount += count;
  newCount += count;
}

@inline
function lateAt(side: i32, id: u64): usize {
  return LATE + (<usize>((id & (HINTS - 1)) + <u64>side * HINTS) << 3);
}

/** Returns 0, or `UNCHECKED` where the host is to read the next line of a side first. */
function checkNext(side: i32): i32 {
  const start = startOf(side);
  const end = trimmedEnd(start, newlineOf(side));
  return isTrusted(side, start, end) ? 0 : stopAt(UNCHECKED, side, start, end);
}

/** Notes that the next line of a side waits for its counterpart. */
function leaveWaiting(side: i32): void {
  const start = startOf(side);
  const end = trimmedEnd(start, newlineOf(side));
  const id = idOf(side);
  store<u64>(lateAt(side, id), id);
  if (isMine(id)) noteLine(side, id, hashOf(start, end), <u64>positionOf(side, start));
  if (isChoosing && choiceOfLine(side, start, end) != 0) {
    if (side == OLD) noteChosen(start, end, 0, 0);
    else noteChosen(0, 0, start, end);
  }
  if (side == OLD) oldCount++;
  else newCount++;
  passLine(side);
}

/** Notes the next lines, which are of one id, if the host wants to see them. */
function choosePair(): void {
  const start = startOf(NEW);
  const end = newlineOf(NEW);
  if (choiceOfLine(NEW, start, end) != 0) noteChosen(startOf(OLD), newlineOf(OLD), start, end);
}

/** Settles the next lines, which are of one id. */
export function passPair(): void {
  noteId(idOf(OLD));
  if (isChoosing) choosePair();
  passLine(OLD);
  passLine(NEW);
  countPairs(1);
}

/** Compares the next lines, which are of one id. Returns 0, or why it stopped. */
function comparePair(): i32 {
  const oldStart = startOf(OLD);
  const oldEnd = trimmedEnd(oldStart, newlineOf(OLD));
  const newStart = startOf(NEW);
  const newEnd = trimmedEnd(newStart, newlineOf(NEW));
  if (!isFirstPass) {
    passPair();
    return 0;
  }
  if (oldEnd - oldStart == newEnd - newStart && sameBytes(oldStart, newStart, oldEnd - oldStart)) {
    if (!isTrusted(OLD, oldStart, oldEnd)) return stopAt(UNCHECKED, OLD, oldStart, oldEnd);
    passPair();
    return 0;
  }
  if (hasManyChanges()) return CHANGES_FULL;
  const room = <u32>MAX_PATCH_BYTES - patchEnd;
  const operations =
    family < 0 ? -1 : buildLines(oldStart, oldEnd, newStart, newEnd, family, false, false, PATCHES + patchEnd, room);
  if (operations < 0) {
    otherStart = newStart;
    otherEnd = newEnd;
    return stopAt(PAIR, OLD, oldStart, oldEnd);
  }
  if (operations > 0) {
    noteChange(positionOf(NEW, newStart), operations, patchBytes);
    countFate(true, true, operations);
  }
  passPair();
  return 0;
}

/** The next lines, of which one may be missing, are of different ids: that of a side that is behind waits; else both do. */
function leaveApart(hasOld: bool, hasNew: bool): i32 {
  const isOldMet = hasOld && load<u64>(lateAt(NEW, idOf(OLD))) == idOf(OLD);
  const isNewMet = hasNew && load<u64>(lateAt(OLD, idOf(NEW))) == idOf(NEW);
  const isOldLeft = hasOld && (isOldMet || !isNewMet);
  const isNewLeft = hasNew && (isNewMet || !isOldMet);
  // both are checked before one goes: later passes check none, and take the same steps
  let reason = isOldLeft ? checkNext(OLD) : 0;
  if (reason == 0 && isNewLeft) reason = checkNext(NEW);
  if (reason == 0 && isOldLeft) leaveWaiting(OLD);
  if (reason == 0 && isNewLeft) leaveWaiting(NEW);
  return reason;
}

/**
 * Goes on until the host has something to do; the lines of a side without bytes left are all passed over then. Returns one of
 * the reasons in `layout.ts`.
 */
export function advance(): i32 {
  while (true) {
    if (newlineOf(OLD) == 0 && newlineOf(NEW) == 0) passSame();
    if (isFull()) return NEEDS_ROOM;
    if (isChosenFull()) return CHOSEN_FULL;
    let reason = look(OLD);
    if (reason == 0) reason = look(NEW);
    if (reason != 0) return reason;
    const hasOld = newlineOf(OLD) != 0;
    const hasNew = newlineOf(NEW) != 0;
    if (!hasOld && !hasNew) return AT_END;
    const isPair = hasOld && hasNew && idOf(OLD) == idOf(NEW);
    reason = isPair ? comparePair() : leaveApart(hasOld, hasNew);
    if (reason != 0) return reason;
  }
}
