import { describe, expect, test, vi } from 'vitest';
import { bodyOf } from './answer.ts';
import { type Asked, keepAnswers } from './kept-answers.ts';

/** A store whose moment the test sets, and what it was asked to make, in turn. */
function aStore(limits: { mostBytes?: number; mostAddresses?: number; meaning?: () => string } = {}) {
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

describe('an answer', () => {
  test('is made once for all who ask, also while it is being made', async () => {
    const { here, ask } = aStore();
    const [first, second] = await Promise.all([ask('/a'), ask('/a')]);
    expect([first, second, await ask('/a')]).toEqual([
      { text: '/a 1', made: true },
      { text: '/a 1', made: false },
      { text: '/a 1', made: false },
    ]);
    expect(here.made).toEqual(['/a']);
  });

  test('is found at every spelling that somebody has used for it', async () => {
    const { answers, asked, ask } = aStore();
    await ask('/a?x=1&y=2', '/a');
    expect(answers.at('/a?y=2&x=1', {})).toBeUndefined();
    const { answer } = await answers.answer(asked('/a?y=2&x=1', '/a'));
    expect(answers.at('/a?y=2&x=1', {})).toBe(answer);
    expect(answers.at('/a?x=1&y=2', {})).toBe(answer);
  });

  test('is made anew when what it is made of has changed, and only then', async () => {
    const { here, answers, ask } = aStore();
    await ask('/a');
    here.moment = 'second';
    expect(answers.at('/a', {})).toBeUndefined();
    expect(await ask('/a')).toEqual({ text: '/a 1', made: false });
    expect(answers.at('/a', {})).toBeDefined();
    here.moment = 'third';
    here.basis = () => 'changed';
    expect(await ask('/a')).toEqual({ text: '/a 2', made: true });
  });

  test('is not found at an address that another moment has given another meaning', async () => {
    const { here, answers, ask } = aStore();
    await ask('/', 'winter');
    here.moment = 'spring';
    await ask('/winter', 'winter');
    expect(answers.at('/winter', {})).toBeDefined();
    expect(answers.at('/', {})).toBeUndefined();
  });

  test('without a key is made for each who asks, and not kept', async () => {
    const { answers, ask } = aStore();
    expect([await ask('/a', null), await ask('/a', null)]).toEqual([
      { text: '/a 1', made: true },
      { text: '/a 2', made: true },
    ]);
    expect(answers.at('/a', {})).toBeUndefined();
  });

  test('for some is not found by others', async () => {
    const { answers, asked } = aStore();
    await answers.answer({ ...asked('/'), isFor: (headers) => headers['accept-language'] === 'et' });
    expect(answers.at('/', { 'accept-language': 'et' })).toBeDefined();
    expect(answers.at('/', { 'accept-language': 'ru' })).toBeUndefined();
  });

  test('that cannot be made is tried again by the next who asks', async () => {
    const { answers, asked, ask } = aStore();
    const make = vi.fn(() => Promise.reject(new Error('no paper')));
    const broken = { ...asked('/a'), prepare: () => ({ basis: '/a', make }) };
    const both = await Promise.allSettled([answers.answer(broken), answers.answer(broken)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(make).toHaveBeenCalledOnce();
    expect(answers.at('/a', {})).toBeUndefined();
    expect(await ask('/a')).toEqual({ text: '/a 1', made: true });
  });
});

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

describe('the memory', () => {
  test('is bounded: what was asked for longest ago is let go first', async () => {
    const { answers, ask, asked } = aStore();
    await ask('/probe');
    const { answer } = await answers.answer(asked('/probe'));
    const small = aStore({ mostBytes: answer.bytes * 3.5 });
    for (const address of ['/a', '/b', '/c']) await small.ask(address);
    expect(small.answers.at('/a', {})).toBeDefined();
    await small.ask('/d');
    const kept = ['/a', '/b', '/c', '/d'].filter((address) => small.answers.at(address, {}));
    expect(kept).toEqual(['/a', '/c', '/d']);
  });

  test('stays bounded when answers are made anew', async () => {
    const { answers, ask, asked } = aStore();
    await ask('/probe');
    const { answer } = await answers.answer(asked('/probe'));
    const small = aStore({ mostBytes: answer.bytes * 2.5 });
    await small.ask('/other');
    for (let turn = 0; turn < 10; turn += 1) {
      small.here.moment = `${turn}`;
      small.here.basis = () => `${turn}`;
      await small.ask('/a');
    }
    // Were the ones before still counted, there would be no room for two.
    await small.ask('/b');
    expect(['/a', '/b'].filter((address) => small.answers.at(address, {}))).toEqual(['/a', '/b']);
  });

  test('counts keys, too, and holds no address that is endless', async () => {
    const { answers, ask, asked } = aStore();
    const endless = `/a?${'x'.repeat(10_000)}`;
    await ask(endless, '/a');
    expect(answers.at(endless, {})).toBeUndefined();
    expect(await ask(endless, '/a')).toEqual({ text: `${endless} 1`, made: false });

    await ask('/probe');
    const { answer } = await answers.answer(asked('/probe'));
    const small = aStore({ mostBytes: answer.bytes * 2.5 });
    await small.ask('/b');
    await small.ask('/c', 'key'.repeat(answer.bytes));
    expect(small.answers.at('/b', {})).toBeUndefined();
  });

  test('remembers so many spellings and no more', async () => {
    const { answers, ask } = aStore({ mostAddresses: 2 });
    for (const address of ['/a?1', '/a?2', '/a?3']) await ask(address, '/a');
    expect(['/a?1', '/a?2', '/a?3'].map((address) => answers.at(address, {}) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });
});
