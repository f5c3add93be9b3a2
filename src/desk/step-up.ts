import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { sha256 } from '../shop/order/order-codes.server.ts';
import { type Act, isOwnAct, mayDo } from '../shop/staff/acts.ts';
import { verifyPasskey } from '../shop/staff/passkeys.server.ts';
import type { Person } from '../shop/staff/people.server.ts';
import type { Session } from '../shop/staff/sessions.server.ts';
import type { DeskContext } from './context.ts';

type StepUpResult = { ok: true; person: Person } | { ok: false; reason: 'step-up-failed' | 'not-allowed' };

/** Returns the passkey's owner, who must be allowed to act. A person who changes their own PIN or passkeys must use one of their own passkeys. */
export async function verifyStepUp(
  { shop, relyingParty }: DeskContext,
  passkeyAnswer: { id: string },
  hash: Buffer,
  { act, session }: { act: Act; session: Session },
): Promise<StepUpResult> {
  const response = passkeyAnswer as unknown as AuthenticationResponseJSON;
  const person = await verifyPasskey(shop.db, relyingParty(), response, shop.now(), hash);
  if (!person) return { ok: false, reason: 'step-up-failed' };
  if (isOwnAct(act) && person.id !== session.person.id) return { ok: false, reason: 'not-allowed' };
  return mayDo(act, { role: person.role, byPin: false }) ? { ok: true, person } : { ok: false, reason: 'not-allowed' };
}

/** Returns a hash that binds a step-up to one act with exactly these fields. */
export function stepUpHash(act: string, fields: Record<string, unknown>): Buffer {
  return sha256(`${act} ${canonicalJson(fields)}`);
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
