import { describe, expect, test } from 'vitest';
import { aStore } from '../../test/support/answer-store.ts';

describe('an answer that was exact a moment ago', () => {
  test('is found when that is asked for, for 20 seconds after it was', async () => {
    const { here, answers, ask } = aStore({ meaning: () => 'winter' });
    await ask('/a');
    here.moment = 'second';
    here.ms = 19_999;
    expect(answers.at('/a', {})).toBeUndefined();
    expect(answers.lately('/a', {}, false)).toBeDefined();
    here.ms = 20_000;
    expect(answers.lately('/a', {}, false)).toBeUndefined();
    await ask('/a');
    expect(answers.lately('/a', {}, false)).toBeDefined();
  });

  test('counts from when it was last seen to be exact, and a look at it in between changes nothing', async () => {
    const { here, answers, ask } = aStore({ meaning: () => 'winter' });
    await ask('/a');
    here.ms = 15_000;
    expect(answers.at('/a', {})).toBeDefined();
    here.moment = 'second';
    here.ms = 34_999;
    expect(answers.lately('/a', {}, false)).toBeDefined();
    here.ms = 35_000;
    expect(answers.lately('/a', {}, false)).toBeUndefined();
  });

  test('is looked at by one in a second once it is ten seconds old, where there is time to, so that nobody runs out of it', async () => {
    const { here, answers, ask } = aStore({ meaning: () => 'winter' });
    await ask('/a');
    here.moment = 'second';
    const found = (ms: number, mayLook = true) => {
      here.ms = ms;
      return answers.lately('/a', {}, mayLook) !== undefined;
    };
    expect([found(9_999), found(10_000), found(10_000), found(10_999)]).toEqual([true, false, true, true]);
    expect([found(11_000, false), found(11_000), found(11_000)]).toEqual([true, false, true]);
    await ask('/a');
    expect([found(20_999), found(21_000)]).toEqual([true, false]);
  });

  test('is found while the next is being made, also the one after that', async () => {
    const { here, answers, asked } = aStore({ meaning: () => 'winter' });
    const { answer } = await answers.answer(asked('/a'));
    const made = [];
    for (const moment of ['second', 'third']) {
      here.moment = moment;
      here.basis = () => moment;
      made.push(answers.answer(asked('/a')));
      expect(answers.at('/a', {})).toBeUndefined();
      expect(answers.lately('/a', {}, false)).toBe(answer);
    }
    const [, last] = await Promise.all(made);
    expect(answers.lately('/a', {}, false)).toBe(last?.answer);
    expect(answers.at('/a', {})).toBe(last?.answer);
  });

  test('is not found at an address that means something else since', async () => {
    const season = { now: 'winter' };
    const { answers, ask } = aStore({ meaning: () => season.now });
    await ask('/', 'winter');
    season.now = 'summer';
    expect(answers.lately('/', {}, false)).toBeUndefined();
  });

  test('is still only for those for whom it is', async () => {
    const { here, answers, asked } = aStore({ meaning: () => 'winter' });
    await answers.answer({ ...asked('/'), isFor: (headers) => headers['accept-language'] === 'et' });
    here.moment = 'second';
    expect(answers.lately('/', { 'accept-language': 'et' }, false)).toBeDefined();
    expect(answers.lately('/', { 'accept-language': 'ru' }, false)).toBeUndefined();
  });
});
