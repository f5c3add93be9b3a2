import { afterEach, expect, test, vi } from 'vitest';
import { useDownload } from './use-download.ts';

afterEach(() => vi.unstubAllGlobals());

test('a download whose connection breaks after the headers has failed', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', async () => new Response(body));
  vi.stubGlobal('document', { createElement: () => ({}) });
  const download = useDownload({ number: 'R26-10001', token: 'token' });
  expect(await download('/api/v1/orders/R26-10001/documents/1', 'Invoice 1.pdf')).toBe(false);
});
