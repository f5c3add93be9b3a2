import { describe, expect, test } from 'vitest';
import { deskOfOrders } from '../../../support/desk/desk.ts';

const veod = { name: 'Veod OÜ', regCode: '10421629', vatNumber: 'EE100421628' };

/** Reads an order as the desk shows it, and the register's entry for its company. */
async function checked(desk: ReturnType<typeof deskOfOrders>, company: typeof veod | null) {
  const number = await desk.shop.order({ company });
  const worker = await desk.enrol('worker', number.toLowerCase());
  const order = await worker.get(`/api/orders/${number}`);
  const { status, body } = await worker.get(`/api/orders/${number}/vat-number`);
  return { canCheckVat: order.body.canCheckVat, status, body };
}

describe('with a register', () => {
  const asked: string[] = [];
  const desk = deskOfOrders({
    vatRegister: {
      check: async (number) => {
        asked.push(number);
        return { state: 'valid', name: 'VEOD OÜ' };
      },
    },
  });

  test('the desk asks it about the VAT number of a company', async () => {
    expect(await checked(desk, veod)).toEqual({
      canCheckVat: true,
      status: 200,
      body: { state: 'valid', name: 'VEOD OÜ' },
    });
    expect(asked).toEqual(['EE100421628']);
    expect(await checked(desk, { ...veod, vatNumber: '' })).toMatchObject({ canCheckVat: false, status: 404 });
    expect(await checked(desk, null)).toMatchObject({ canCheckVat: false, status: 404 });
    expect(asked).toHaveLength(1);
  });
});

describe('without a register', () => {
  const desk = deskOfOrders();

  test('the desk offers no check', async () => {
    expect(await checked(desk, veod)).toMatchObject({ canCheckVat: false, status: 404 });
  });
});
