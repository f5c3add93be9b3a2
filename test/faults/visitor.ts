import { describeFailure, describeResponse, type TimedRequest } from './requests.ts';

const pages = [
  '/',
  '/?season=summer&diameter=16',
  '/product?id=plenty',
  '/api/v1/products?season=summer',
  '/en/faq/buy',
  '/order',
  '/api/v1/payment/methods',
];

const timeoutMs = 10_000;
const everyMs = 100;

/** Requests ten pages a second, without waiting for responses. */
export function startVisitor(address: string): { requests: TimedRequest[]; leave(): Promise<void> } {
  const requests: TimedRequest[] = [];
  const running = new Set<Promise<void>>();
  let n = 0;
  const requesting = setInterval(() => {
    const request = requestPage(address + pages[n++ % pages.length], requests).finally(() => running.delete(request));
    running.add(request);
  }, everyMs);
  return {
    requests,
    async leave() {
      clearInterval(requesting);
      await Promise.all(running);
    },
  };
}

async function requestPage(url: string, requests: TimedRequest[]): Promise<void> {
  const sentAt = performance.now();
  const outcome = await outcomeOf(url);
  requests.push({ sentAt, tookMs: performance.now() - sentAt, outcome });
}

async function outcomeOf(url: string): Promise<string> {
  try {
    const init = {
      headers: { 'accept-language': 'et' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    } as const;
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    return describeResponse(answer);
  } catch (error) {
    return describeFailure(error);
  }
}
