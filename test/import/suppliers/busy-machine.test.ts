import { expect, test, vi } from 'vitest';
import { hosts, picturedShop, picturedTire } from './pictured-shop.ts';

const { processPhoto } = vi.hoisted(() => ({ processPhoto: vi.fn() }));
vi.mock('../../../src/shop/catalog/photos/process-photo.server.ts', async (original) => {
  const module = await original<{ processPhoto: (bytes: Buffer) => Promise<unknown> }>();
  processPhoto.mockImplementation(module.processPhoto);
  return { ...module, processPhoto };
});

const pictured = picturedShop();

test('a picture that a busy machine does not decode in time is fetched again the next day', async () => {
  processPhoto.mockResolvedValueOnce({ ok: false, reason: 'took-too-long' });
  await pictured.offer([picturedTire(`${hosts}/pictures/x.jpg`)]);
  expect(await pictured.fetch()).toEqual({ '/pictures/x.jpg': 'the machine took too long to decode it' });
  expect(await pictured.fetch({ days: 0.9 })).toEqual({});
  expect(await pictured.fetch({ days: 1.1 })).toEqual({ '/pictures/x.jpg': 'shown' });
});
