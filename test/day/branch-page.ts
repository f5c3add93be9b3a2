import { addressOf, type Day } from './act.ts';
import type { Branch, Order } from './facts.ts';

/** Presses a button on the page of an order, which a mail to its branch links to. */
export async function onOrderPage(day: Day, order: Order, button: string, fields = {}): Promise<void> {
  await press(linkInMail(day, order.branch, order, { sends: false }), button, fields);
}

/** Presses the button by which a branch says that it sends what it was asked for. */
export async function onTransferPage(day: Day, order: Order, from: Branch): Promise<void> {
  await press(linkInMail(day, from, order, { sends: true }), 'sent');
}

/** The link in the latest mail to a branch about an order. `sends`: the branch is to send tires for it. */
function linkInMail({ shop }: Day, branch: Branch, { number }: Order, { sends }: { sends: boolean }): URL {
  const links = shop.mails
    .filter(({ to }) => to.includes(addressOf(branch)))
    .flatMap(({ mail }) => mail.text?.match(/http\S+\/branch\?\S+/g) ?? [])
    .map((link) => new URL(link))
    .filter(({ searchParams }) => searchParams.get('order') === number && searchParams.has('from') === sends);
  const latest = links.at(-1);
  if (!latest) throw new Error(`${branch} has no mail with a link about ${number}`);
  return latest;
}

/** Sends the form of a button, as a browser without script does. Throws if the shop does not do it. */
async function press(link: URL, button: string, fields: Record<string, string> = {}): Promise<void> {
  const body = new URLSearchParams(link.searchParams);
  for (const [name, value] of Object.entries({ act: button, sure: 'yes', ...fields })) body.set(name, value);
  const answer = await fetch(`${link.origin}/branch`, { method: 'POST', body, redirect: 'manual' });
  const said = new URL(answer.headers.get('location') ?? '/', link).searchParams.get('said');
  if (said !== button) throw new Error(`the branch page answered ${said} to ${button} of ${link}`);
}
