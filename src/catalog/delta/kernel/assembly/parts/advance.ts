// Goes through two catalogs in lockstep, over lines that are the same and pairs of lines of one id. A line whose counterpart
// is not near is noted, to be matched with it in the end.
import { sameBytes } from './bytes';
import { isFull, noteChange, patchEnd, PATCHES } from './changes';
import { patchBytes } from './differ';
import { isChoosing, isChosenFull, noteChosen, noteSame } from './chosen';
import { hashOf } from './hash';
import {
  AT_END, CHANGES_FULL, CHOSEN_FULL, LINE_TOO_LONG, MAX_LINE_BYTES, MAX_PATCH_BYTES, MIN_FREE_BLOCKS, NEEDS_BLOCKS, NEEDS_BYTES, NEW_LINES, OLD_LINES, PAIR,
  UNCHECKED, UNKNOWN_ID,
} from './layout';
import { commonLineEnd, trimmedEnd } from './lines';
import { freeBlocks, noteId, noteLine } from './lists';
import { findMeeting, isBehind, newMeeting, noteLate, oldMeeting } from './order';
import { idHash } from './plain-id';
import { isSoundLine, patchLines } from './read-pair';
import {
  choiceOfLine, countAhead, filledOf, hasEnded, idAhead, identifyLine, isChecked, isTooLong, keep, MAX_AHEAD, NEW, newlineAhead, OLD, passLine,
  passTo, positionOf, scanAhead, startAhead, startOf, stopEnd, stopStart,
} from './sides';

/** Lines that are looked at ahead at first; then four times as many, and again. */
const FIRST_AHEAD: i32 = 4;
const AHEAD_GROWTH: i32 = 4;
/** The same where no order was in sight before: what is looked at stays in the cache until its hash is taken. */
const LOST_AHEAD: i32 = 64;

/** What `advance` stopped at: the side, and a line of it, or the lines of both. */
export let stopSide: i32 = 0;
export let lineStart: usize = 0;
export let lineEnd: usize = 0;
export let otherStart: usize = 0;
export let otherEnd: usize = 0;

/** Since the host took them: lines that were passed over on each side, and pairs of them that are the same or not. */
export let oldCount: i32 = 0;
export let newCount: i32 = 0;
export let unchangedCount: i32 = 0;
export let changedCount: i32 = 0;

/** Shape of the records; `NO_FAMILY`: the host compares. */
let family: i32 = -1;
let isStrict: bool = false;
/** The last look ahead found no common order. */
let isLost: bool = false;

export function setFamily(shape: i32): void {
  family = shape;
}

export function setStrict(strict: bool): void {
  isStrict = strict;
}

export function clearCounts(): void {
  oldCount = 0;
  newCount = 0;
  unchangedCount = 0;
  changedCount = 0;
}

export function stopAt(reason: i32, side: i32, start: usize, end: usize): i32 {
  stopSide = side;
  lineStart = start;
  lineEnd = end;
  return reason;
}

/** What stopped `scanAhead`. */
export function stopScanned(side: i32): i32 {
  return stopAt(isTooLong ? LINE_TOO_LONG : UNKNOWN_ID, side, stopStart, stopEnd);
}

/** Is a line that is not compared with another sound, as far as that matters? */
function isTrusted(side: i32, start: usize, end: usize): bool {
  return !isStrict || isChecked(side, start) || (family >= 0 && isSoundLine(side, start, end, family));
}

/** Passes over lines that are the same bytes in both catalogs. */
function passSame(): void {
  const first = startOf(OLD);
  let at = first;
  const distance = startOf(NEW) - at;
  const end = at + min(filledOf(OLD) - at, filledOf(NEW) - startOf(NEW));
  let count = 0;
  while (freeBlocks > MIN_FREE_BLOCKS && !isChosenFull()) {
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
  unchangedCount += count;
  isLost = false;
}

function countPairs(count: i32): void {
  oldCount += count;
  newCount += count;
}

/** Notes that the first line ahead waits for its counterpart. False: it is to be checked first. */
function leaveWaiting(side: i32): bool {
  const start = startAhead(side, 0);
  const newline = newlineAhead(side, 0);
  const end = trimmedEnd(start, newline);
  if (!isTrusted(side, start, end)) {
    stopAt(UNCHECKED, side, start, end);
    return false;
  }
  const kind = side == OLD ? OLD_LINES : NEW_LINES;
  noteLine(kind, idAhead(side, 0), hashOf(start, end), <u64>positionOf(side, start));
  keep(side, start, newline + 1);
  if (isChoosing && choiceOfLine(side, start, end) != 0) {
    if (side == OLD) noteChosen(start, end, 0, 0);
    else noteChosen(0, 0, start, end);
  }
  if (side == OLD) oldCount++;
  else newCount++;
  passLine(side);
  return true;
}

/** The same for the first lines ahead, so many. */
function leaveAllWaiting(side: i32, count: i32): bool {
  for (let line = 0; line < count; line++) if (!leaveWaiting(side)) return false;
  return true;
}

/** Notes the first lines ahead, which are of one id, if the host wants to see them. */
function choosePair(): void {
  const start = startAhead(NEW, 0);
  const end = newlineAhead(NEW, 0);
  if (choiceOfLine(NEW, start, end) != 0) noteChosen(startAhead(OLD, 0), newlineAhead(OLD, 0), start, end);
}

/** Settles the first lines ahead, which are of one id. */
function passPair(): void {
  noteId(idAhead(OLD, 0));
  if (isChoosing) choosePair();
  passLine(OLD);
  passLine(NEW);
  countPairs(1);
  isLost = false;
}

/** Says what became of the pair at which `advance` stopped. Of different ids in spite of all, they wait. */
export function settlePair(isOneId: bool): void {
  if (isOneId) return passPair();
  leaveWaiting(OLD);
  leaveWaiting(NEW);
}

/** Compares the first lines ahead, which are of one id. Returns 0, or why it stopped. */
function comparePair(): i32 {
  const oldStart = startAhead(OLD, 0);
  const oldEnd = trimmedEnd(oldStart, newlineAhead(OLD, 0));
  const newStart = startAhead(NEW, 0);
  const newEnd = trimmedEnd(newStart, newlineAhead(NEW, 0));
  if (oldEnd - oldStart == newEnd - newStart && sameBytes(oldStart, newStart, oldEnd - oldStart)) {
    if (!isTrusted(OLD, oldStart, oldEnd)) return stopAt(UNCHECKED, OLD, oldStart, oldEnd);
    unchangedCount++;
    passPair();
    return 0;
  }
  if (isFull()) return CHANGES_FULL;
  const room = <u32>MAX_PATCH_BYTES - patchEnd;
  const operations =
    family < 0 ? -1 : patchLines(oldStart, oldEnd, newStart, newEnd, family, PATCHES + patchEnd, room);
  if (operations < 0) {
    otherStart = newStart;
    otherEnd = newEnd;
    return stopAt(PAIR, OLD, oldStart, oldEnd);
  }
  if (operations == 0) unchangedCount++;
  else {
    noteChange(positionOf(NEW, newStart), operations, patchBytes);
    changedCount++;
  }
  passPair();
  return 0;
}

/** Leaves lines waiting up to where the catalogs are in the same order again. Returns 0, or why it stopped. */
function findOrder(): i32 {
  const most = isLost ? LOST_AHEAD : MAX_AHEAD;
  let wanted = isLost ? LOST_AHEAD : FIRST_AHEAD;
  while (true) {
    if (!scanAhead(OLD, wanted)) return stopScanned(OLD);
    if (!scanAhead(NEW, wanted)) return stopScanned(NEW);
    if (findMeeting()) {
      const news = newMeeting;
      if (!leaveAllWaiting(OLD, oldMeeting) || !leaveAllWaiting(NEW, news)) return UNCHECKED;
      isLost = false;
      return 0;
    }
    const olds = countAhead(OLD);
    const news = countAhead(NEW);
    if (wanted < most && (olds == wanted || news == wanted)) {
      wanted *= AHEAD_GROWTH;
      continue;
    }
    return leaveLost(olds, news) ? 0 : UNCHECKED;
  }
}

/** No common order is in sight: as many lines of either side are left waiting; only those of one that is behind the other. */
function leaveLost(olds: i32, news: i32): bool {
  isLost = true;
  const isOldBehind = isBehind(OLD);
  const isNewBehind = isBehind(NEW);
  const both = min(olds, news);
  const isOneBehind = isOldBehind != isNewBehind;
  const oldLines = isOneBehind ? (isOldBehind ? olds : 0) : both;
  const newLines = isOneBehind ? (isNewBehind ? news : 0) : both;
  noteLate(OLD, oldLines);
  noteLate(NEW, newLines);
  return leaveAllWaiting(OLD, oldLines) && leaveAllWaiting(NEW, newLines);
}

/** Leaves the lines of a side waiting when the other one has ended. */
function leaveRest(side: i32): i32 {
  if (!scanAhead(side, MAX_AHEAD)) return stopScanned(side);
  return leaveAllWaiting(side, countAhead(side)) ? 0 : UNCHECKED;
}

function step(): i32 {
  if (freeBlocks <= MIN_FREE_BLOCKS) return NEEDS_BLOCKS;
  if (isChosenFull()) return CHOSEN_FULL;
  if (!scanAhead(OLD, 1)) return stopScanned(OLD);
  if (!scanAhead(NEW, 1)) return stopScanned(NEW);
  const hasOld = countAhead(OLD) > 0;
  const hasNew = countAhead(NEW) > 0;
  if (!hasOld && !hasEnded(OLD)) return stopAt(NEEDS_BYTES, OLD, 0, 0);
  if (!hasNew && !hasEnded(NEW)) return stopAt(NEEDS_BYTES, NEW, 0, 0);
  if (hasOld && hasNew) return idAhead(OLD, 0) == idAhead(NEW, 0) ? comparePair() : findOrder();
  if (hasOld) return leaveRest(OLD);
  return hasNew ? leaveRest(NEW) : -1;
}

/** May the lines that come next be the same in both? Then nothing that was looked at ahead is needed. */
function isInStep(): bool {
  const olds = countAhead(OLD);
  const news = countAhead(NEW);
  return olds > 0 && news > 0 ? idAhead(OLD, 0) == idAhead(NEW, 0) : olds + news == 0;
}

/**
 * Goes on until the host has something to do; the lines of a side without bytes left are all passed over then. Returns one of
 * the reasons in `layout.ts`.
 */
export function advance(): i32 {
  while (true) {
    if (isInStep()) {
      passTo(OLD, startOf(OLD));
      passTo(NEW, startOf(NEW));
      passSame();
    }
    const reason = step();
    if (reason > 0) return reason;
    if (reason < 0) return AT_END;
  }
}
