import { expect, test } from 'vitest';
import { seedTires } from '../../../support/database/seed.ts';
import { deskOfOrders } from '../../../support/desk/desk.ts';
import { actWithStepUp } from '../../../support/desk/touch.ts';

const desk = deskOfOrders();

type Session = Awaited<ReturnType<typeof desk.sessionOf>>;

const orderAt = async (session: Session, number: string) => (await session.get(`/api/orders/${number}`)).body;

const newDay = '2026-12-03';

async function makeLate(number: string): Promise<string> {
  const late = await desk.shop.run(['orders', 'delay', number, '--day', newDay, '--reason', 'lost', '--yes']);
  expect(late, late.err).toMatchObject({ code: 0 });
  return number;
}

test('when the buyer answers “wait”, the named day becomes the promised day, once', async () => {
  const kati = await desk.enrol('worker', 'kati');
  const number = await makeLate(await desk.shop.paidOrder());
  const wait = { number, answer: 'wait', expectedOn: '2026-12-02' };
  expect((await kati.act('answer-delay', wait)).body).toMatchObject({ code: 'changed', expectedOn: newDay });
  wait.expectedOn = newDay;
  expect((await kati.act('answer-delay', wait)).status).toBe(200);
  expect(await orderAt(kati, number)).toMatchObject({
    promisedOn: newDay,
    delay: { answer: 'wait', answeredBy: 'staff:kati', open: false },
  });
  expect((await kati.act('answer-delay', wait)).body).toMatchObject({ code: 'answered', answer: 'wait' });
  expect((await kati.act('answer-delay', { number: await desk.shop.order(), answer: 'wait' })).body.code).toBe(
    'too-late',
  );
});

test('cancelling a late paid order needs an owner’s step-up; a worker may cancel an unpaid one', async () => {
  const [kati, mari] = [await desk.enrol('worker', 'kati'), await desk.enrol('owner', 'mari')];
  const [paid, unpaid] = [await makeLate(await desk.shop.paidOrder()), await makeLate(await desk.shop.order())];
  const cancel = { number: paid, answer: 'cancel' };
  expect((await kati.act('answer-delay', cancel)).body).toEqual({ code: 'step-up', act: 'cancel-paid' });
  expect((await actWithStepUp(kati, 'answer-delay', cancel)).answer.body).toEqual({ code: 'not-allowed' });
  expect(
    (await actWithStepUp(kati, 'answer-delay', cancel, mari, { ...cancel, number: unpaid })).answer.body.code,
  ).toBe('step-up-failed');
  expect((await orderAt(kati, paid)).status).toBe('confirmed');
  expect((await actWithStepUp(kati, 'answer-delay', cancel, mari)).answer.body).toMatchObject({ ok: true });
  expect(await orderAt(kati, paid)).toMatchObject({
    status: 'cancelled',
    delay: { answer: 'cancel', answeredBy: 'staff:mari' },
    money: { refunds: [{ amountCents: 31_960, actor: 'staff:mari' }] },
  });
  expect((await kati.act('answer-delay', { number: unpaid, answer: 'cancel' })).status).toBe(200);
  expect((await orderAt(kati, unpaid)).status).toBe('cancelled');
});

test('other tires instead of the late ones end the delay', async () => {
  await seedTires(desk.shop.db, [{ id: 'other', price: 7_990, stock: { ringtee: 4 } }]);
  const kati = await desk.sessionOf('worker');
  const number = await makeLate(await desk.shop.paidOrder());
  const change = { swaps: [{ from: 'tire', to: 'other', price: 79.9 }] };
  const { event } = (await kati.act('preview-change', { number, change })).body;
  expect((await kati.act('swap-tires', { number, change, event })).status).toBe(200);
  const swapped = await orderAt(kati, number);
  expect(swapped).toMatchObject({
    lines: [{ tireId: 'other', count: 4 }],
    delay: { open: false },
    expectedOn: '2026-11-20',
  });
  expect((await kati.act('answer-delay', { number, answer: 'wait' })).body.code).toBe('too-late');
});
