import { afterEach, expect, test, vi } from 'vitest';
import { useDownload } from './use-download.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a download whose connection breaks after the headers has failed', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
  vi.stubGlobal('fetch', async () => new Response(body));
  vi.stubGlobal('document', { createElement: () => ({}) });
  const download = useDownload({ number: 'R26-10001', token: 'token' });
  expect(await download('/api/v1/orders/R26-10001/documents/1', 'Invoice 1.pdf')).toBe(false);
});

test('a download without a response is cancelled after 5000 ms', async () => {
  vi.useFakeTimers();
  const neverAnswered = (_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', neverAnswered);
  let outcome: boolean | undefined;
  const download = useDownload({ number: 'R26-10001', token: 'token' });
  void download('/api/v1/orders/R26-10001/documents/1', 'Invoice 1.pdf').then((succeeded) => {
    outcome = succeeded;
  });
  await vi.advanceTimersByTimeAsync(4999);
  expect(outcome).toBe(undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toBe(false);
});
