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
])('%j leads to %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
  expect(mailboxOf(mailbox)).toBe(mailbox);
});

test.each([
  ['dots of another provider count', 'm.ari@example.com', 'mari@example.com'],
  ['dots of a domain at Google count', 'm.ari@gmail.com.example', 'mari@gmail.com.example'],
  ['a hyphen is no tag', 'mari-rehvid@example.com', 'mari@example.com'],
  ['a domain below another is another', 'mari@mail.example.com', 'mari@example.com'],
  ['nothing before the tag is a name', '+mari@example.com', '+jaan@example.com'],
])('%s', (_what, one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other));
});

test('leaves an invalid domain unchanged', () => {
  expect(mailboxOf('Mari@exa mple')).toBe('mari@exa mple');
});
