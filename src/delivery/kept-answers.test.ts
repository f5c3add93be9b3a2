import { describe, expect, test, vi } from 'vitest';
import { aStore } from '../../test/support/answer-store.ts';

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
