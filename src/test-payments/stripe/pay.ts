import { type Button, paymentPage, redirect } from '../page.ts';
import type { Answer, Asked } from '../server.ts';
import { text } from './form.ts';
import type { Session } from './sessions.ts';

const buttons: readonly Button[] = [
  { action: 'pay', label: 'Pay' },
  { action: 'cancel', label: 'Cancel' },
  { action: 'later', label: 'Leave it pending, and finish it after a while' },
];

/** Shows a session, or does what a button of its page says and goes back to the shop. */
export async function sessionPage(
  { method, body }: Asked,
  session: Session | undefined,
  pay: (id: string) => Promise<void>,
  later: (id: string) => void,
): Promise<Answer> {
  if (session?.status !== 'open')
    return paymentPage('Stripe', { Note: 'There is nothing to pay here (any more).' }, []);
  const { id, request, cents } = session;
  const facts = { Order: text(request, 'metadata', 'order') ?? '', Amount: `${(cents / 100).toFixed(2)} €` };
  if (method !== 'POST') return paymentPage('Stripe', facts, buttons);
  const action = new URLSearchParams(body).get('action');
  if (action === 'pay') await pay(id);
  if (action === 'later') later(id);
  const back = text(request, action === 'pay' ? 'success_url' : 'cancel_url') ?? '';
  return redirect(back.replace('{CHECKOUT_SESSION_ID}', id));
}
