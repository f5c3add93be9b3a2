import { z } from 'zod';
import { listJobs, retryJob } from '../../database/queued-jobs.server.ts';
import { resolveFinding } from '../../shop/checkout/settle/reconcile.server.ts';
import { erasePerson } from '../../shop/privacy/erase-person.server.ts';
import { exportPerson } from '../../shop/privacy/person.server.ts';
import { type DeskAct, deskAct, notFound } from '../act.ts';

const person = z.object({
  email: z.email({ error: 'invalid' }).optional(),
  number: z.string().trim().max(20).optional(),
});

/** Returns the subject for the log, which must not contain the e-mail address. */
const personSubject = ({ number }: z.infer<typeof person>) =>
  number ? `person of order ${number}` : 'person by e-mail';

export const ownerActs: DeskAct[] = [
  deskAct({
    act: 'resolve-finding',
    fields: z.object({ id: z.int() }),
    subject: ({ id }) => `finding ${id}`,
    run: async ({ shop }, { id }) => {
      if (await resolveFinding(shop.db, id, shop.now())) return { ok: true };
      const finding = await shop.db.selectFrom('recon_findings').select('id').where('id', '=', id).executeTakeFirst();
      return finding ? { ok: false, reason: 'handled' } : notFound;
    },
  }),
  deskAct({
    act: 'retry-jobs',
    fields: z.object({}),
    run: async ({ queues }) => {
      let retried = 0;
      const failedJobs = await listJobs(queues, { dead: true });
      for (const job of failedJobs) {
        const isRetried = await retryJob(queues, job);
        if (isRetried) retried += 1;
      }
      return { ok: true, retried };
    },
  }),
  deskAct({
    act: 'export-person',
    fields: person,
    subject: personSubject,
    run: async ({ shop }, fields) => {
      if (!fields.email && !fields.number) return notFound;
      const data = await exportPerson(shop.db, fields);
      return data ? { ok: true, data } : notFound;
    },
  }),
  deskAct({
    act: 'erase-person',
    fields: person,
    subject: personSubject,
    run: async ({ shop, mailFolder }, fields, { actor }) => {
      if (!fields.email && !fields.number) return notFound;
      const change = { at: shop.now(), actor };
      const erasure = await erasePerson(shop.db, fields, change, { dryRun: false, mailFolder });
      const { orders, withdrawals, appointments, notices } = erasure;
      if (orders.length + withdrawals.length + appointments.length + notices === 0) return notFound;
      return { ok: true, erasure };
    },
  }),
];
