import { expect, test } from 'vitest';
import { mailboxOf } from './order-attempt.server.ts';

test.each([
  ['mari@example.com', 'mari@example.com'],
  ['Mari@Example.COM', 'mari@example.com'],
  [' mari@example.com. ', 'mari@example.com'],
  ['mari+rehvid@example.com', 'mari@example.com'],
  ['mari+a+b@example.com', 'mari@example.com'],
  ['m.a.r.i@gmail.com', 'mari@gmail.com'],
  ['m.ari+rehvid@GoogleMail.com', 'mari@gmail.com'],
  ['mari@õun.ee', 'mari@xn--un-bka.ee'],
  ['mari@O\u0303UN.ee', 'mari@xn--un-bka.ee'],
  ['mari@XN--UN-BKA.ee', 'mari@xn--un-bka.ee'],
  ['ｍａｒｉ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'mari@example.com'],
  ['mari@example。com', 'mari@example.com'],
])('the mailbox of %j is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
  expect(mailboxOf(mailbox)).toBe(mailbox);
});

test.each([
  ['dots matter at other providers than Gmail', 'm.ari@example.com', 'mari@example.com'],
  ['dots matter in a domain that only begins like Gmail’s', 'm.ari@gmail.com.example', 'mari@gmail.com.example'],
  ['a hyphen does not begin a tag', 'mari-rehvid@example.com', 'mari@example.com'],
  ['a subdomain is another domain', 'mari@mail.example.com', 'mari@example.com'],
  ['a plus sign at the start does not begin a tag', '+mari@example.com', '+jaan@example.com'],
])('keeps mailboxes apart: %s', (_what, email, otherEmail) => {
  expect(mailboxOf(email)).not.toBe(mailboxOf(otherEmail));
});

test('leaves an invalid domain unchanged', () => {
  expect(mailboxOf('Mari@exa mple')).toBe('mari@exa mple');
});
