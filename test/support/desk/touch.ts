import { randomUUID } from 'node:crypto';
import type { deskOfOrders } from './desk.ts';

type Employee = Awaited<ReturnType<ReturnType<typeof deskOfOrders>['enrol']>>;

type Fields = Record<string, unknown>;

/** Does an act with a fresh touch: of the passkey `by` on the screen of `session`. `touched`: what the key signs, if it differs. */
export async function touch(session: Employee, act: string, fields: Fields, by = session, touched = fields) {
  const key = randomUUID();
  const options = await session.post('/api/step-up', { act, fields: { key, ...touched } });
  const stepUp = by.passkey.authenticate(options.body as { challenge: string });
  return { answer: await session.post(`/api/acts/${act}`, { key, ...fields, stepUp }), key };
}
