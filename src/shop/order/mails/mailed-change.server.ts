import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Day } from '../../calendar.ts';
import { toEuros } from '../../money.ts';
import { changeMailAbout } from '../about-change.ts';

type Difference<T> = { before: T; after: T } | null;

/** Amounts in euros; a difference that is null: unchanged. `leftBranch`: the branch that the order leaves, in the mail to this branch; null in all other mails about the change. */
export type MailedChange = {
  tires: { title: string; size: string; before: number; after: number }[];
  branch: Difference<string>;
  fulfilment: Difference<string>;
  fields: ('name' | 'email' | 'phone' | 'company' | 'plate' | 'note')[];
  total: Difference<number>;
  promised: Difference<Day>;
  refund: number;
  leftBranch: string | null;
};

type ChangedEventInCents = {
  tires?: { id: string; before: number; after: number }[];
  branch?: { before: string; after: string };
  fulfilment?: { before: string; after: string };
  fields?: MailedChange['fields'];
  total?: { before: number; after: number };
  promised?: { before: Day; after: Day };
  refund?: number;
};

/** Returns the change that a mail is about. Undefined: the mail is about something else. */
export async function mailedChange(
  db: Kysely<Tables>,
  { order_id, about }: { order_id: number; about: string },
): Promise<MailedChange | undefined> {
  const change = changeMailAbout.read(about);
  if (!change) return undefined;
  const event = await db
    .selectFrom('order_events')
    .select('data')
    .where('order_id', '=', order_id)
    .where('id', '=', change.eventId)
    .executeTakeFirstOrThrow();
  const {
    tires = [],
    branch = null,
    fulfilment = null,
    fields = [],
    total,
    promised = null,
    refund = 0,
  } = event.data as ChangedEventInCents;
  const lines = await db
    .selectFrom('order_lines')
    .select(['tire_id', 'title', 'size'])
    .where('order_id', '=', order_id)
    .execute();
  return {
    tires: tires.flatMap(({ id, before, after }) => {
      const line = lines.find(({ tire_id }) => tire_id === id);
      return line ? [{ title: line.title, size: line.size, before, after }] : [];
    }),
    branch,
    fulfilment,
    fields,
    total: total ? { before: toEuros(total.before), after: toEuros(total.after) } : null,
    promised,
    refund: toEuros(refund),
    leftBranch: change.leftBranch,
  };
}
