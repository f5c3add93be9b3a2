import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localeIds } from '../shop/locale.ts';
import { compiledMessages } from './compile.ts';

type Transform = { handler(this: { environment: { name: string } }, code: string, id: string): { code: string } };

/** The namespaces that a side gets with an import of a language's words, or of one page's. */
function namespaces(side: 'client' | 'ssr', locale: string, page = ''): string[] {
  const id = `${import.meta.dirname}/${locale}.json`;
  const { handler } = compiledMessages().transform as unknown as Transform;
  const { code } = handler.call({ environment: { name: side } }, readFileSync(id, 'utf8'), id + page);
  return Object.keys(JSON.parse(code.replace('export default ', '')) as object);
}

test.each(localeIds)('the words of letters in %s are the server’s alone', (locale) => {
  expect(namespaces('ssr', locale)).toContain('letter');
  expect(namespaces('client', locale)).toContain('cart');
  expect(namespaces('client', locale)).not.toContain('letter');
  expect(namespaces('client', locale, '?words=success')).toEqual(
    expect.arrayContaining(['success', 'transfer', 'orderStatus', 'payment']),
  );
  expect(namespaces('client', locale, '?words=success')).not.toContain('letter');
});
