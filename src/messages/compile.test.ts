import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localeIds } from '../shop/locale.ts';
import { compiledMessages } from './compile.ts';

type Transform = { handler(this: { environment: { name: string } }, code: string, id: string): { code: string } };

/** The namespaces in the messages of a language, or in those of one page. */
function namespaces(side: 'client' | 'ssr', locale: string, page = '', folder = import.meta.dirname): string[] {
  const id = `${folder}/${locale}.json`;
  const { handler } = compiledMessages().transform as unknown as Transform;
  const { code } = handler.call({ environment: { name: side } }, readFileSync(id, 'utf8'), id + page);
  return Object.keys(JSON.parse(code.replace('export default ', '')) as object);
}

test.each(localeIds)('browsers load the messages in %s without those of the server and of single pages', (locale) => {
  expect(namespaces('ssr', locale)).toContain('mail');
  expect(namespaces('client', locale)).toContain('recentOrders');
  expect(namespaces('client', locale)).not.toContain('mail');
  expect(namespaces('client', locale)).not.toContain('success');
  expect(namespaces('client', locale)).not.toContain('cart');
  expect(namespaces('client', locale)).not.toContain('about');
  expect(namespaces('client', locale)).not.toContain('faqBuy');
  expect(namespaces('client', locale, '?only=success,transfer').sort()).toEqual(['success', 'transfer']);
});

test.each(localeIds)('the desk’s client loads no messages of printed documents, in %s', (locale) => {
  const folder = join(import.meta.dirname, '../desk/messages');
  expect(namespaces('ssr', locale, '', folder)).toContain('print');
  expect(namespaces('client', locale, '', folder)).not.toContain('print');
});
