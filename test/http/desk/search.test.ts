import { expect, test } from 'vitest';
import { deskOfOrders } from '../../support/desk/desk.ts';

const desk = deskOfOrders();

test('tires are found by words of manufacturer and model, with and without a size; plates and numbers find none', async () => {
  const kati = await desk.sessionOf('worker');
  const tires = async (text: string) => {
    const { body } = await kati.get(`/api/search?${new URLSearchParams({ text })}`);
    return (body as { tires: { id: string }[] }).tires.map(({ id }) => id);
  };
  for (const text of ['Nokian', 'nokian', '205/55 R16 Nokian', 'Nokian 205/55 R16']) {
    expect(await tires(text), text).toContain('tire');
  }
  for (const text of ['Nokian Unknown', '123 NOK', '1 Nokian', 'No']) expect(await tires(text), text).toEqual([]);
});
