import { expect, test } from 'vitest';
import type { PriceRulesConfig } from '../../../src/shop/catalog/prices/rules/price-rules.ts';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { actWithStepUp } from '../../support/desk/touch.ts';

const content = {
  cost: [{ name: 'freight', add: 1.5 }],
  markup: [{ name: 'rest', percent: 18, plus: 2 }],
  floor: [{ name: 'least margin', margin: 6 }],
  round: { endings: ['.90'] },
} satisfies PriceRulesConfig;

const desk = deskOfOrders({ prices: { file: 'prices.local.ts', content } });

type Session = Awaited<ReturnType<typeof desk.enrol>>;

/** The tire costs 70 euros, and has a price of 79.90 in its list. */
const withCost = () => desk.shop.db.updateTable('tire_sources').set({ cost_net: 70 }).execute();
const priceOf = async (session: Session) =>
  ((await session.get('/api/tires/tire')).body as { price: { priceCents: number; setBy: string | null } }).price;
const preview = async (session: Session) => {
  const { body } = await session.act('preview-prices', { ignoresGuard: false });
  return body.preview as { hash: string; moves: object[] };
};

test('the owner previews, applies and undoes price rules, each change by a step-up', async () => {
  const mari = await desk.enrol('owner', 'mari');
  await withCost();
  const shown = await preview(mari);
  expect(shown).toMatchObject({
    up: 1,
    moves: [{ tireId: 'tire', before: 79_90, after: 107_90, percent: 35, landedNet: 71.5, marginPercent: 18 }],
  });
  expect(await priceOf(mari)).toMatchObject({ priceCents: 79_90, setBy: null });
  expect((await mari.act('apply-prices', { hash: shown.hash })).body).toEqual({ code: 'step-up', act: 'apply-prices' });

  const applied = (await actWithStepUp(mari, 'apply-prices', { hash: shown.hash })).answer;
  expect(applied.body, applied.text).toMatchObject({ ok: true, changed: 1 });
  expect(await priceOf(mari)).toMatchObject({ priceCents: 107_90, setBy: 'seed' });
  const { body } = await mari.get('/api/prices');
  expect(body).toMatchObject({
    file: 'prices.local.ts',
    applied: [{ actor: 'staff:mari', file: 'prices.local.ts', changed: 1, undoneAt: null, removesRules: false }],
  });

  const { id } = (body.applied as [{ id: number }])[0];
  expect((await actWithStepUp(mari, 'undo-prices', { id: id + 1 })).answer.body).toMatchObject({ code: 'not-last' });
  expect((await actWithStepUp(mari, 'undo-prices', { id })).answer.body).toMatchObject({ ok: true, changed: 1 });
  expect(await priceOf(mari)).toMatchObject({ priceCents: 79_90, setBy: null });
  expect((await actWithStepUp(mari, 'undo-prices', { id })).answer.body).toMatchObject({ code: 'no-rules' });
});

test('a preview that no longer holds is not applied', async () => {
  const mari = await desk.enrol('owner', 'mari');
  await withCost();
  const { hash } = await preview(mari);
  await desk.shop.db.updateTable('tire_sources').set({ cost_net: 71 }).execute();
  const refused = (await actWithStepUp(mari, 'apply-prices', { hash })).answer;
  expect(refused).toMatchObject({ status: 409, body: { code: 'other-preview' } });
  expect(await priceOf(mari)).toMatchObject({ priceCents: 79_90 });
});

test.each(['worker', 'accountant'] as const)('a %s sees neither rules nor costs, and applies nothing', async (role) => {
  const person = await desk.enrol(role, 'kati');
  await withCost();
  expect((await person.get('/api/prices')).status).toBe(403);
  const answer = await person.act('preview-prices', { ignoresGuard: false });
  expect(answer).toMatchObject({ status: 403, body: { code: 'not-allowed' } });
  const hash = '0123456789ab';
  expect((await actWithStepUp(person, 'apply-prices', { hash })).answer.body).toMatchObject({ code: 'not-allowed' });
});

test('the owner pins a price below the floor of the rules only on purpose', async () => {
  const mari = await desk.enrol('owner', 'mari');
  await withCost();
  await actWithStepUp(mari, 'apply-prices', { hash: (await preview(mari)).hash });
  const pin = { tireId: 'tire', priceCents: 80_00, reason: 'the last set' };
  expect((await actWithStepUp(mari, 'pin-price', pin)).answer.body).toMatchObject({ after: 96_10 });
  const below = { ...pin, belowFloor: true };
  expect((await actWithStepUp(mari, 'pin-price', below)).answer.body).toMatchObject({ before: 96_10, after: 80_00 });
});
