// Lanes follow codes through plain data.
import { blockEnds, endsBlock, lookupBits } from "./codes.as";
import { arrived, failed, Lane, plain, Turn, underway } from "./memory.as";

/** Bits of a coefficient's number: set from 64 on, so where a block ends and where a lookup does not help. */
const pastBlock: i32 = 0xc0;

/** Follows codes until the lane stops. */
export function walkOne(lane: Lane): void {
  let at = enter(lane);
  let more = lane.more;
  while (at >= 0) {
    const ahead = step(at, more);
    if (ahead & pastBlock) {
      at = turnOver(at, ahead, lane);
      more = lane.more;
    } else at = ahead;
  }
}

/**
 * Follows codes at four positions in turn until one lane stops: the processor does the lookup of one while it waits for
 * another.
 */
export function walkFour(a: Lane, b: Lane, c: Lane, d: Lane): void {
  let atA = enter(a);
  let atB = enter(b);
  let atC = enter(c);
  let atD = enter(d);
  let moreA = a.more;
  let moreB = b.more;
  let moreC = c.more;
  let moreD = d.more;
  while ((atA | atB | atC | atD) >= 0) {
    const aheadA = step(atA, moreA);
    const aheadB = step(atB, moreB);
    const aheadC = step(atC, moreC);
    const aheadD = step(atD, moreD);
    if (aheadA & pastBlock) {
      atA = turnOver(atA, aheadA, a);
      moreA = a.more;
    } else atA = aheadA;
    if (aheadB & pastBlock) {
      atB = turnOver(atB, aheadB, b);
      moreB = b.more;
    } else atB = aheadB;
    if (aheadC & pastBlock) {
      atC = turnOver(atC, aheadC, c);
      moreC = c.more;
    } else atC = aheadC;
    if (aheadD & pastBlock) {
      atD = turnOver(atD, aheadD, d);
      moreD = d.more;
    } else atD = aheadD;
  }
  if (atA >= 0) a.state = atA;
  if (atB >= 0) b.state = atB;
  if (atC >= 0) c.state = atC;
  if (atD >= 0) d.state = atD;
}

/** @returns the state within the block that the lane is in; negative when it has stopped already */
function enter(lane: Lane): i32 {
  lane.outcome = underway;
  lane.more = lane.turn.more;
  if (lane.state & 0xff) return lane.state;
  const ahead = beginBlock(lane.state, lane);
  return ahead & pastBlock ? turnOver(lane.state, ahead, lane) : ahead;
}

/**
 * Advances past the end of the block and past blocks that fit into one lookup, or past a code that is too long for a
 * lookup.
 * @param ahead the state to which the lookup at `state` led
 * @returns the state within a block; negative when the lane has stopped
 */
function turnOver(state: i32, ahead: i32, lane: Lane): i32 {
  while (ahead & pastBlock) {
    const coefficient = ahead & 0xff;
    if (coefficient & 64 && coefficient != 64) {
      ahead = oneCode(state, lane.turn);
      if (ahead < 0) return stopAt(state, failed, lane);
      if (!(ahead & pastBlock)) break;
    }
    state = ahead & ~0xff;
    lane.turn = lane.turn.next;
    lane.walked++;
    if (state <= lane.stop || lane.walked == lane.most) return stopAt(state, arrived, lane);
    ahead = beginBlock(state, lane);
  }
  lane.more = lane.turn.more;
  return ahead;
}

function beginBlock(state: i32, lane: Lane): i32 {
  if (lane.walked < lane.noted) {
    const note = lane.notes + (lane.walked << 3);
    store<i32>(note, state);
    store<usize>(note, changetype<usize>(lane.turn), 4);
  }
  return step(state, lane.turn.start);
}

function stopAt(state: i32, outcome: i32, lane: Lane): i32 {
  lane.state = state;
  lane.outcome = outcome;
  return -1;
}

/** Follows one code of any length. @returns negative when there is none, or when it exceeds the block */
function oneCode(state: i32, turn: Turn): i32 {
  const isFirst = (state & 0xff) == 0;
  const entry = <i32>load<u16>((isFirst ? turn.dc : turn.ac) + (bitsAhead(state, 16) << 1));
  if (entry == 0) return -1;
  const size = (entry >> 8) & 15;
  const after = state - (((entry & 0xff) + size) << 8);
  if (isFirst) return after + 1;
  const run = entry >> 12;
  if (endsBlock(run, size)) return (after & ~0xff) | blockEnds;
  return (after & 0xff) + run + 1 > 64 ? -1 : after + run + 1;
}

@inline
function step(state: i32, lookup: usize): i32 {
  return state + <i32>load<i16>(lookup + (bitsAhead(state, lookupBits) << 1));
}

@inline
function bitsAhead(state: i32, count: i32): usize {
  const end = (state >> 8) - count;
  return <usize>((load<u32>(<usize>(end >> 3), plain) >> (end & 7)) & ((1 << count) - 1));
}
