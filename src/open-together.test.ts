import { expect, test } from 'vitest';
import { openTogether } from './open-together.ts';

const stopped: string[] = [];
const opens = (name: string) => ({ name, stop: async () => stopped.push(name) });

test('what was opened comes back in its order, and stays open', async () => {
  const [first, second] = await openTogether(Promise.resolve(opens('first')), Promise.resolve(opens('second')));
  expect([first.name, second.name]).toEqual(['first', 'second']);
  expect(stopped).toEqual([]);
});

test('where one cannot be had, the other is closed again, also when it opens later', async () => {
  const late = Promise.withResolvers<ReturnType<typeof opens>>();
  const together = openTogether(Promise.reject(new Error('no database')), late.promise);
  late.resolve(opens('late'));
  await expect(together).rejects.toThrow('no database');
  expect(stopped).toEqual(['late']);
});
