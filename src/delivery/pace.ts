/** How quickly a line has moved of late. */
export type Pace = {
  /** Notes that one is done. `othersWait`: the line moves on at once, so that the time until the next is what one takes. */
  done(othersWait: boolean): void;
  /** How many are done within these ms, as things go. */
  within(ms: number): number;
};

/** Each newcomer's part of the mean: some sixteen tell how things go. */
const share = 1 / 16;

/** A line that has not moved yet counts as quick, and is believed to be slower only one by one. `clock`: in ms. */
export function paceOf(clock = () => performance.now()): Pace {
  let eachMs = 0;
  let before: number | null = null;
  return {
    done(othersWait) {
      const now = clock();
      if (before !== null) eachMs += share * (now - before - eachMs);
      before = othersWait ? now : null;
    },
    within: (ms) => Math.floor(ms / eachMs),
  };
}
