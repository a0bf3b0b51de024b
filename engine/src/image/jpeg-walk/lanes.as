// Several lanes follow one stretch of plain data.
import { walkFour, walkOne } from "./lane.as";
import { arrived, failed, Lane, laneAt, notedBlocks, notesAt, turnAt, underway } from "./memory.as";

/** 8 KB as a difference between states: less is not worth four lanes. */
const worthFour: i32 = (8 << 10) << 11;
/** Limit of restarts per lane, so that damaged data does not take long. */
const mostGuesses: i32 = 32;

/**
 * Advances the first lane to its stop. When that is far away, three more lanes begin in between.
 * @returns whether all codes are valid; the lane's final state and number of blocks are the same as with a single lane
 */
export function walkAll(head: Lane, lanes: i32): bool {
  const state = head.state;
  const turn = head.turn;
  const stop = head.stop;
  head.walked = 0;
  head.noted = 0;
  if (lanes == 4 && state - stop >= worthFour) {
    if (walkTogether(head) && head.walked <= head.most) return true;
    head.state = state;
    head.turn = turn;
    head.stop = stop;
    head.walked = 0;
  }
  walkOne(head);
  return head.outcome == arrived;
}

/**
 * Advances four lanes at once. Huffman codes are self-synchronising: a lane that begins at any bit soon begins blocks
 * at true block boundaries. Each further lane begins at a guessed position; its result is used from the first block
 * that the lane before it begins in the same state.
 * @returns false when a single lane has to decide
 */
function walkTogether(head: Lane): bool {
  const b = laneAt(1);
  const c = laneAt(2);
  const d = laneAt(3);
  const quarter = ((head.state - head.stop) >> 10) << 8;
  placeGuess(b, 0, head.state - quarter, head.state - 2 * quarter);
  placeGuess(c, 1, head.state - 2 * quarter, head.state - 3 * quarter);
  placeGuess(d, 2, head.state - 3 * quarter, head.stop);
  head.stop = head.state - quarter;
  head.outcome = underway;
  while (head.outcome + b.outcome + c.outcome + d.outcome == underway) {
    walkFour(head, b, c, d);
    guessAnew(b);
    guessAnew(c);
    guessAnew(d);
  }
  if (head.outcome == underway) walkOne(head);
  finishGuess(b);
  finishGuess(c);
  finishGuess(d);
  return head.outcome == arrived && join(head, b) && join(head, c) && join(head, d);
}

function placeGuess(lane: Lane, index: usize, state: i32, stop: i32): void {
  lane.state = state;
  lane.turn = turnAt(0);
  lane.stop = stop;
  lane.most = u32.MAX_VALUE;
  lane.walked = 0;
  lane.outcome = underway;
  lane.notes = notesAt(index);
  lane.noted = notedBlocks;
  lane.guesses = mostGuesses;
}

/** Restarts a lane one bit further on after an invalid code: the guess was wrong, or the data is damaged. */
function guessAnew(lane: Lane): void {
  if (lane.outcome != failed || lane.guesses == 0) return;
  const state = (lane.state & ~0xff) - 0x100;
  if (state <= lane.stop) return;
  lane.state = state;
  lane.turn = turnAt(0);
  lane.walked = 0;
  lane.outcome = underway;
  lane.guesses--;
}

function finishGuess(lane: Lane): void {
  while (lane.outcome == underway) {
    walkOne(lane);
    guessAnew(lane);
  }
}

/**
 * Advances the lane to the other lane's stop. From the first state that both have in common, the other's result is
 * used.
 */
function join(head: Lane, other: Lane): bool {
  const count = other.outcome == arrived ? min(other.walked, notedBlocks) : 0;
  let index: u32 = 0;
  while (head.state > other.stop && head.walked < head.most) {
    while (index < count && load<i32>(other.notes + (index << 3)) > head.state) index++;
    if (index == count) break;
    const note = other.notes + (index << 3);
    if (load<i32>(note) == head.state && load<usize>(note, 4) == changetype<usize>(head.turn)) {
      head.state = other.state;
      head.turn = other.turn;
      head.walked += other.walked - index;
      return true;
    }
    head.stop = head.state - 1; // one block
    walkOne(head);
    if (head.outcome == failed) return false;
  }
  head.stop = other.stop;
  if (head.state > head.stop && head.walked < head.most) walkOne(head);
  return head.outcome == arrived;
}
