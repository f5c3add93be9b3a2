import { type Answer, inWords, noAnswer } from './answers.ts';

const pages = [
  '/',
  '/?season=summer&diameter=16',
  '/product?id=plenty',
  '/api/v1/products?season=summer',
  '/en/faq/buy',
  '/order',
  '/api/v1/payment/methods',
];

const patienceMs = 10_000;
const everyMs = 100;

/** Looks at one page after another, ten a second, whether the last one has come or not. Returns what was seen, and how to end it. */
export function visitor(address: string): { answers: Answer[]; leave(): Promise<void> } {
  const answers: Answer[] = [];
  const underWay = new Set<Promise<void>>();
  let n = 0;
  const looking = setInterval(() => {
    const look = one(address + pages[n++ % pages.length], answers).finally(() => underWay.delete(look));
    underWay.add(look);
  }, everyMs);
  return {
    answers,
    async leave() {
      clearInterval(looking);
      await Promise.all(underWay);
    },
  };
}

async function one(url: string, answers: Answer[]): Promise<void> {
  const sent = performance.now();
  const what = await seen(url);
  answers.push({ sent, took: performance.now() - sent, what });
}

async function seen(url: string): Promise<string> {
  try {
    const init = {
      headers: { 'accept-language': 'et' },
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    } as const;
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    return inWords(answer);
  } catch (error) {
    return noAnswer(error);
  }
}
