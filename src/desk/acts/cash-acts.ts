import { z } from 'zod';
import { type CashResult, closeDrawer, moveCash, openDrawer } from '../../shop/checkout/desk/cash-drawer.server.ts';
import { type ActResult, type DeskAct, deskAct } from '../act.ts';
import type { DeskContext } from '../context.ts';
import { branch, isBranch, reason, unknownBranch } from './fields.ts';

const cents = z.int().min(0).max(100_000_00);

async function runAtBranch(context: DeskContext, branchId: string, act: () => Promise<CashResult>): Promise<ActResult> {
  if (!isBranch(context, branchId)) return unknownBranch;
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
      runAtBranch(context, fields.branch, () => closeDrawer(context.shop, fields.branch, fields.cents, actor)),
  }),
];
