import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type AssignResult, assignEntry, ignoreEntry } from '../shop/bank/assign-entry.server.ts';
import type { OldestUnassigned } from '../shop/bank/bank-view.ts';
import { importStatement } from '../shop/bank/import-statement.server.ts';
import { findAssignableOrder, unassignedMoney } from '../shop/bank/list-entries.server.ts';
import { maxStatementBytes } from '../shop/bank/statement.ts';
import { staffActor } from '../shop/staff/people.server.ts';
import type { Session } from '../shop/staff/sessions.server.ts';
import { type ActResult, type DeskAct, deskAct, log, notFound, onlyAllowed } from './act.ts';
import { reason, storable } from './acts/fields.ts';
import type { DeskContext } from './context.ts';
import { type DeskRead, deskRead } from './read.ts';
import { refuse } from './refuse.ts';

export function registerStatementUpload(app: FastifyInstance, context: DeskContext): void {
  const options = {
    onRequest: onlyAllowed(context, 'import-statement'),
    bodyLimit: maxStatementBytes,
    errorHandler: (error: FastifyError, _request: unknown, reply: FastifyReply) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      return refuse(reply, 413, 'statement-too-large');
    },
  };
  app.post('/api/money/statement', options, async (request, reply) => {
    const session = request.session as Session;
    if (!Buffer.isBuffer(request.body)) return refuse(reply, 415, 'not-a-file');
    const result = await importStatement(context.shop, request.body, staffActor(session.person));
    const outcome = result.ok ? 'done' : result.reason;
    await log(context, request, session, { act: 'import-statement', subject: '', outcome });
    if (result.ok) return reply.send(result.summary);
    const { reason } = result;
    const shownReason = reason === 'other-account' || reason === 'too-large' ? reason : 'unreadable';
    return refuse(reply, 409, `statement-${shownReason}`);
  });
}

export const bankActs: DeskAct[] = [
  deskAct({
    act: 'assign-bank-entry',
    // `order`: the order's number or its payment reference. `dueCents`: the sum due that the employee saw.
    fields: z.object({ id: z.int(), order: storable(z.string().trim().min(1).max(40)), dueCents: z.int() }),
    subject: ({ id }) => `bank entry ${id}`,
    run: async ({ shop }, { id, order, dueCents }, { actor }) =>
      assignmentResult(await assignEntry(shop, { entryId: id, order, dueCents, actor })),
  }),
  deskAct({
    act: 'ignore-bank-entry',
    fields: z.object({ id: z.int(), reason }),
    subject: ({ id }) => `bank entry ${id}`,
    run: async ({ shop }, { id, reason }, { actor }) => {
      const ignored = await ignoreEntry(shop, id, reason, actor);
      return ignored.ok ? { ok: true } : refusalFor(ignored.reason);
    },
  }),
];

function assignmentResult(result: AssignResult): ActResult {
  if (result.ok) return { ok: true, number: result.number };
  if (result.reason === 'due-changed') return { ok: false, reason: 'bank-due-changed', dueCents: result.dueCents };
  return refusalFor(result.reason);
}

/** `too-late` and `booked` (the entry's payment is booked already) get no prefix, so that the client shows the same messages as for acts on orders. */
function refusalFor(reason: (AssignResult & { ok: false })['reason']): ActResult {
  if (reason === 'unknown-entry' || reason === 'unknown-order') return notFound;
  if (reason === 'too-late' || reason === 'booked') return { ok: false, reason };
  return { ok: false, reason: `bank-${reason}` };
}

/** More would make the screen slow. */
const maxShownEntries = 500;

export const bankReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/money/bank',
    act: 'see-money',
    read: async ({ shop }): Promise<OldestUnassigned> => {
      const entries = await unassignedMoney(shop.db);
      return { entries: entries.slice(0, maxShownEntries), total: entries.length };
    },
  }),
  deskRead({
    path: '/api/money/bank/order',
    act: 'see-money',
    query: z.object({ find: z.string().min(1).max(40) }),
    read: ({ shop }, { find }) => findAssignableOrder(shop.db, find),
  }),
];
