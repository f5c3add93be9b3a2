import { addressOf, type Day } from './act.ts';
import type { Branch, Order } from './facts.ts';

/** Opens the page of an order by the link in a mail to its branch, and presses a button there. */
export async function pressOnOrderPage(day: Day, order: Order, button: string, fields = {}): Promise<void> {
  await press(linkInMail(day, order.branch, order, { sends: false }), button, fields);
}

/** Opens the page of a transfer by the link in a mail to the sending branch, and presses `sent`. */
export async function pressSent(day: Day, order: Order, from: Branch): Promise<void> {
  await press(linkInMail(day, from, order, { sends: true }), 'sent');
}

/** The link in the latest mail to a branch about an order. `sends`: the mail asks the branch to send tires to the other one. */
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
  const response = await fetch(`${link.origin}/branch`, { method: 'POST', body, redirect: 'manual' });
  const notice = new URL(response.headers.get('location') ?? '/', link).searchParams.get('said');
  if (notice !== button) throw new Error(`the branch page answered ${notice} to ${button} of ${link}`);
}
