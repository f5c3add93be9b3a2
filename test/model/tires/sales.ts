import { closeDrawer, moveCash, openDrawer } from '../../../src/shop/checkout/desk/cash-drawer.server.ts';
import { placeForBuyer, sellAtCounter } from '../../../src/shop/checkout/desk/desk-orders.server.ts';
import type { Do } from '../acts.ts';
import { branches } from './reality.ts';
import { tireIds } from './supply.ts';

const nobody = { name: '', email: '', phone: '' };

/** Employees sell tires at the counter, and enter orders of buyers on the phone. */
export const sales = {
  async sellAtCounter({ supply }, { pick, variant }, context) {
    const [id, branch] = [tireIds[pick % 2] ?? 'tire', branches[variant % 2] ?? 'ringtee'];
    const count = 1 + (pick % 4);
    const tender = variant % 3 ? 'card' : 'cash';
    // Few keys, so that some sales are entered twice.
    const key = `sale-key-${variant % 50}-${id}-${branch}-${count}-${tender}`;
    if (supply.reality.countAt(id, branch) < count) return;
    const form = { locale: 'en', customer: nobody, company: null, branch, items: [{ id, count }], note: '' } as const;
    const sold = await sellAtCounter(context, form, { key, actor: `branch:${branch}`, tender });
    if (!sold.ok && sold.reason !== 'out-of-stock') throw new Error(`a sale was refused: ${sold.reason}`);
    if (!sold.ok || supply.sales.has(key)) return;
    supply.sales.add(key);
    supply.reality.move({ tireId: id, count }, branch, 'buyers');
  },
  async placeByPhone(_world, { pick, variant }, context) {
    const form = {
      locale: 'ee',
      customer: { name: 'Jüri Kask', email: variant % 2 ? '' : 'juri@example.com', phone: '+372 5123 0000' },
      company: null,
      branch: branches[pick % 2] ?? 'ringtee',
      fulfilment: 'pickup',
      plate: null,
      paymentMethod: variant % 3 ? 'pay_at_branch' : 'bank_transfer',
      items: [{ id: tireIds[variant % 2] ?? 'tire', count: 1 + (pick % 4) }],
      note: '',
    } as const;
    const entry = { key: `phone-key-${pick}-${variant}`, actor: 'branch:ringtee', termsTold: true };
    const placed = await placeForBuyer(context, form, entry);
    if (!placed.ok && placed.reason !== 'out-of-stock') throw new Error(`an order was refused: ${placed.reason}`);
  },
  async cashDrawer(_world, { pick, variant }, context) {
    const branch = branches[pick % 2] ?? 'ringtee';
    if (variant % 3 === 0) await openDrawer(context, branch, 10_000, `branch:${branch}`);
    else if (variant % 3 === 1) await closeDrawer(context, branch, variant * 100, `branch:${branch}`);
    else await moveCash(context, branch, { amountCents: -5000, reason: 'to the bank', actor: `branch:${branch}` });
  },
} satisfies Record<string, Do>;
