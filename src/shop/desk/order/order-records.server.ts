import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import { awaitsEmployee } from '../../checkout/withdraw/withdrawals.server.ts';
import { isOpenDelay, latestDelay } from '../../order/delays.server.ts';
import type { DeskChange, DeskDelay, DeskMail, DeskNote, DeskWithdrawal } from './desk-order.ts';

export function withIsoTime<T extends { at: Date }>({ at, ...rest }: T): Omit<T, 'at'> & { at: string } {
  return { ...rest, at: at.toISOString() };
}

export async function readNotes(db: Kysely<Tables>, orderId: number): Promise<DeskNote[]> {
  const notes = await db
    .selectFrom('order_notes')
    .select(['id', 'at', 'actor', 'text'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return notes.map(withIsoTime);
}

export async function readDelay(db: Kysely<Tables>, orderId: number, status: string): Promise<DeskDelay | null> {
  const delay = await latestDelay(db, orderId);
  if (!delay) return null;
  return {
    promisedOn: delay.promised_on,
    expectedOn: delay.expected_on,
    toldAt: delay.told_at.toISOString(),
    answerDueAt: delay.answer_due_at.toISOString(),
    answer: delay.answer,
    answeredAt: delay.answered_at?.toISOString() ?? null,
    answeredBy: delay.answered_by,
    open: isOpenDelay(delay, { status }),
  };
}

export async function readWithdrawals(db: Kysely<Tables>, orderId: number): Promise<DeskWithdrawal[]> {
  const withdrawals = await db
    .selectFrom('withdrawals')
    .select(['id', 'received_at as receivedAt', 'items', 'note', awaitsEmployee.as('open')])
    .where('order_id', '=', orderId)
    .orderBy('received_at')
    .execute();
  return withdrawals.map(({ receivedAt, ...rest }) => ({ ...rest, receivedAt: receivedAt.toISOString() }));
}

export async function readMails(db: Kysely<Tables>, orderId: number): Promise<DeskMail[]> {
  const mails = await db
    .selectFrom('letters')
    .select(['kind', 'recipient', 'created_at', 'sent_at', 'dropped_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('kind')
    .execute();
  return mails.map(({ kind, recipient, created_at, sent_at, dropped_at }) => ({
    kind,
    recipient,
    at: (sent_at ?? dropped_at ?? created_at).toISOString(),
    state: mailStateOf(sent_at, dropped_at),
  }));
}

function mailStateOf(sentAt: Date | null, droppedAt: Date | null): DeskMail['state'] {
  if (sentAt) return 'sent';
  return droppedAt ? 'dropped' : 'waiting';
}

/** Returns the history by time. Of entries with the same time, goods movements come before the events that they cause. */
export async function readHistory(db: Kysely<Tables>, orderId: number): Promise<DeskChange[]> {
  const [events, movements] = await Promise.all([
    db
      .selectFrom('order_events')
      .select(['at', 'actor', 'type', 'data'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('handlings')
      .select(['at', 'actor', 'kind', 'position', 'count', 'shelf', 'condition', 'place', 'dot'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
  ]);
  const changes: DeskChange[] = [
    ...movements.map(({ at, actor, kind, ...data }) => ({
      ...withIsoTime({ at, actor, type: kind, data }),
      kind: 'handling' as const,
    })),
    ...events.map((event) => ({ ...withIsoTime(event), kind: 'event' as const })),
  ];
  return changes.sort((a, b) => a.at.localeCompare(b.at));
}
