import { randomUUID } from 'node:crypto';
import type { deskOfOrders } from './desk.ts';

type Employee = Awaited<ReturnType<ReturnType<typeof deskOfOrders>['enrol']>>;

type Fields = Record<string, unknown>;

/** Does an act that `by` confirms with a passkey on the screen of `session`. `signedFields`: what is signed, if not the sent fields. */
export async function actWithStepUp(
  session: Employee,
  act: string,
  fields: Fields,
  by = session,
  signedFields = fields,
) {
  const key = randomUUID();
  const options = await session.post('/api/step-up', { act, fields: { key, ...signedFields } });
  const stepUp = by.passkey.authenticate(options.body as { challenge: string });
  return { answer: await session.post(`/api/acts/${act}`, { key, ...fields, stepUp }), idempotencyKey: key };
}
