import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localeIds } from '../shop/locale.ts';
import { compiledMessages } from './compile.ts';

type Transform = { handler(this: { environment: { name: string } }, code: string, id: string): { code: string } };

function namespacesInBuild(side: 'client' | 'ssr', locale: string, query = '', folder = import.meta.dirname): string[] {
  const id = `${folder}/${locale}.json`;
  const { handler } = compiledMessages().transform as unknown as Transform;
  const { code } = handler.call({ environment: { name: side } }, readFileSync(id, 'utf8'), id + query);
  return Object.keys(JSON.parse(code.replace('export default ', '')) as object);
}

test.each(localeIds)('browsers load the messages in %s without those of the server and of single pages', (locale) => {
  expect(namespacesInBuild('ssr', locale)).toContain('mail');
  expect(namespacesInBuild('client', locale)).toContain('recentOrders');
  expect(namespacesInBuild('client', locale)).not.toContain('mail');
  expect(namespacesInBuild('client', locale)).not.toContain('success');
  expect(namespacesInBuild('client', locale)).not.toContain('cart');
  expect(namespacesInBuild('client', locale)).not.toContain('about');
  expect(namespacesInBuild('client', locale)).not.toContain('faqBuy');
  expect(namespacesInBuild('client', locale, '?only=success,transfer').sort()).toEqual(['success', 'transfer']);
});

test.each(localeIds)('the desk’s client loads no messages of printed documents, in %s', (locale) => {
  const folder = join(import.meta.dirname, '../desk/messages');
  expect(namespacesInBuild('ssr', locale, '', folder)).toContain('print');
  expect(namespacesInBuild('client', locale, '', folder)).not.toContain('print');
});
