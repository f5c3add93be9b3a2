import { branches } from '../filled-database.ts';
import { type RunningDesk, readScreen } from './running-desk.ts';

/** As the client: after a change it waits this long for others before it reads the screen again. */
const gatherMs = 300;

/** When a screen heard of an order first, and when it showed it: times of `performance.now()` by the order's id. */
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
        await readScreen(desk, path, { isBackground: true });
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

async function openStream({ address, session }: RunningDesk): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(`${address}/api/events`, { headers: { cookie: `${session.name}=${session.value}` } });
  if (!response.ok || !response.body) throw new Error(`the desk refused a stream: ${response.status}`);
  return response.body;
}

/** The ids of changed orders, for each message. Ends with the stream. */
async function* changesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<number[]> {
  let text = '';
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: (\{.*)$/m.exec(message)?.[1];
      if (data) yield (JSON.parse(data) as { orders: number[] }).orders;
    }
  }
}
