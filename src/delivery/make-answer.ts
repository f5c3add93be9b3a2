import { type Answer, answerOf, type Made } from './answer.ts';
import type { Packing } from './compress.ts';

/** What an answer is made of, and how. */
export type Prepared = { basis: string; make: () => Made | Promise<Made> };

/** Milliseconds that making and compressing took, where this very call made the answer. */
export type Taken = { renderMs: number; compressMs: number };

/** Makes an answer and says what it took, as far as it has come. `begun`: when its making began, by `performance.now()`. */
export function makeAnswer(
  make: Prepared['make'],
  coding: Packing,
  begun: number,
): { making: Promise<Answer>; taken: Taken } {
  const taken = { renderMs: 0, compressMs: 0 };
  const making = (async () => {
    const made = await make();
    const rendered = performance.now();
    const answer = await answerOf(made, coding);
    taken.renderMs = rendered - begun;
    taken.compressMs = performance.now() - rendered;
    return answer;
  })();
  return { making, taken };
}
