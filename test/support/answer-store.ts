import { bodyOf } from '../../src/delivery/answer.ts';
import { type Asked, keepAnswers } from '../../src/delivery/kept-answers.ts';

/** A store whose moment the test sets, and what it was asked to make, in turn. */
export function aStore(limits: { mostBytes?: number; mostAddresses?: number; meaning?: () => string } = {}) {
  const here = { moment: 'first', ms: 0, made: [] as string[], basis: (key: string) => key };
  const answers = keepAnswers({ moment: () => here.moment, now: () => here.ms, ...limits });
  const asked = (address: string, key: string | null = address): Asked => ({
    address,
    key,
    coding: 'br',
    prepare: () => ({
      basis: here.basis(address),
      make: () => {
        here.made.push(address);
        return { status: 200, headers: { made: here.moment }, text: `${address} ${here.made.length}` };
      },
    }),
  });
  const ask = async (address: string, key?: string | null) => {
    const { answer, taken } = await answers.answer(asked(address, key));
    return { text: `${await bodyOf(answer, null)}`, made: taken !== undefined };
  };
  return { here, answers, asked, ask };
}
