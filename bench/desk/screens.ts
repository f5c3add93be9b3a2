import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { branches } from '../filled-database.ts';
import type { RunningDesk } from './running-desk.ts';

/** The client’s delay between a change and the next read of the screen, so that one read shows all changes of that time. */
const gatherMs = 50;

/** When the desk first announced an order to a screen, and when the screen showed it: times of `performance.now()` by the order's id. */
export type ScreenTimes = { heard: Map<number, number>; shown: Map<number, number> };

export type OpenScreens = {
  screens: ScreenTimes[];
  /** Milliseconds of each reading of Today. */
  reads: number[];
  /** Readings of Today that failed. */
  failed: number;
  /** Resolves when the desk has ended every stream. */
  ended: Promise<void>;
  /** Resolves when no reading of Today is open or expected. */
  settled(): Promise<void>;
};

/** Opens screens that show Today, follow the changes, and read Today again after each of them. */
export async function openScreens(desk: RunningDesk, count: number): Promise<OpenScreens> {
  const open: OpenScreens = { screens: [], reads: [], failed: 0, ended: Promise.resolve(), settled };
  const working = new Set<Promise<void>>();
  async function settled() {
    while (working.size > 0) await Promise.all(working);
  }

  const follow = async (place: number) => {
    const times: ScreenTimes = { heard: new Map(), shown: new Map() };
    open.screens.push(times);
    const path = `/api/today?branch=${branches[place % branches.length]}`;
    const read = async () => {
      const unseen = [...times.heard.keys()].filter((id) => !times.shown.has(id));
      const began = performance.now();
      try {
        await readAgain(desk, path);
        open.reads.push(performance.now() - began);
        for (const id of unseen) times.shown.set(id, performance.now());
      } catch {
        open.failed += 1;
      }
    };
    let isWaiting = false;
    const readSoon = () => {
      if (isWaiting) return;
      isWaiting = true;
      const work = new Promise((resolve) => setTimeout(resolve, gatherMs))
        .then(() => {
          isWaiting = false;
          return read();
        })
        .finally(() => working.delete(work));
      working.add(work);
    };
    await read();
    const stream = await openStream(desk);
    return async () => {
      for await (const orders of changesIn(stream)) {
        const at = performance.now();
        for (const id of orders) if (!times.heard.has(id)) times.heard.set(id, at);
        readSoon();
      }
    };
  };

  const streams = await Promise.all(Array.from({ length: count }, (_, place) => follow(place)));
  open.ended = Promise.all(streams.map((stream) => stream())).then(() => {});
  return open;
}

/** Reads the bytes only: real screens parse them on machines of their own. */
async function readAgain({ address, session }: RunningDesk, path: string): Promise<void> {
  const headers = { cookie: `${session.name}=${session.value}`, 'desk-background': '1' };
  const [answer] = (await once(get(`${address}${path}`, { agent, headers }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
}

const agent = new Agent({ keepAlive: true });

async function openStream({ address, session }: RunningDesk): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(`${address}/api/events`, { headers: { cookie: `${session.name}=${session.value}` } });
  if (!response.ok || !response.body) throw new Error(`the desk refused a stream: ${response.status}`);
  return response.body;
}

/** The ids of changed orders, for each message. Ends with the stream. */
async function* changesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<number[]> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of stream) {
    text += decoder.decode(part, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: (\{.*)$/m.exec(message)?.[1];
      if (data) yield (JSON.parse(data) as { orders: number[] }).orders;
    }
  }
}
