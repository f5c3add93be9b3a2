import { z } from 'zod';
import { type CashResult, countCash, moveCash, openDrawer } from '../../shop/checkout/desk/cash-drawer.server.ts';
import { type ActResult, type DeskAct, deskAct } from '../act.ts';
import type { DeskContext } from '../context.ts';

const branch = z.string().max(40);
const cents = z.int().min(0).max(100_000_00);
const reason = z.string().trim().min(1, { error: 'required' }).max(200, { error: 'maxLength' });

async function runAtBranch({ shop }: DeskContext, id: string, act: () => Promise<CashResult>): Promise<ActResult> {
  if (!shop.shopConfig.branches.some((known) => known.id === id))
    return { ok: false, reason: 'invalid', errors: [{ path: 'branch', code: 'unknown' }] };
  const result = await act();
  return result.ok ? { ok: true } : { ...result, reason: `drawer-${result.reason}` };
}

export const cashActs: DeskAct[] = [
  deskAct({
    act: 'open-drawer',
    fields: z.object({ branch, cents }),
    subject: (fields) => `drawer ${fields.branch}`,
    run: (context, fields, { actor }) =>
      runAtBranch(context, fields.branch, () => openDrawer(context.shop, fields.branch, fields.cents, actor)),
  }),
  deskAct({
    act: 'move-cash',
    // `cents` is negative if money is taken out.
    fields: z.object({ branch, cents: z.int().min(-100_000_00).max(100_000_00), reason }),
    subject: (fields) => `drawer ${fields.branch}`,
    run: (context, { branch, cents, reason }, { actor }) =>
      runAtBranch(context, branch, () => moveCash(context.shop, branch, { amountCents: cents, reason, actor })),
  }),
  deskAct({
    act: 'count-cash',
    fields: z.object({ branch, cents }),
    subject: (fields) => `drawer ${fields.branch}`,
    run: (context, fields, { actor }) =>
      runAtBranch(context, fields.branch, () => countCash(context.shop, fields.branch, fields.cents, actor)),
  }),
];
