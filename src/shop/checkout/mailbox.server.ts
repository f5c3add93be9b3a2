import { domainToASCII } from 'node:url';

/** Google's two names for its mailboxes. */
const gmail = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an e-mail address leads to, in lower case and ASCII, to count orders by: without `+tag`, and at Gmail
 * without dots (support.google.com/mail/answer/7436150). Mail goes to the address itself, never to this.
 */
export function mailboxOf(email: string): string {
  const address = email.normalize('NFKC').trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  const typed = address.slice(at + 1).replace(/\.+$/, '');
  const domain = domainToASCII(typed) || typed;
  const untagged = name.split('+', 1)[0] || name;
  return gmail.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
