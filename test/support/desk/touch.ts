import { randomUUID } from 'node:crypto';
import type { deskOfOrders } from './desk.ts';

type Employee = Awaited<ReturnType<ReturnType<typeof deskOfOrders>['enrol']>>;

type Fields = Record<string, unknown>;

/**
 * Does an act with a step-up: `by` confirms it with a passkey on the screen of `session`. `signedFields`: those that the passkey
 * signs, if they differ from the sent ones.
 */
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
