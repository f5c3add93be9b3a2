import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HeldSession, holdSession } from '../database/held-session.server.ts';
import { rereadSession, type Session } from '../shop/staff/sessions.server.ts';
import { onlySignedIn } from './act.ts';
import type { DeskContext } from './context.ts';

type Stream = { reply: FastifyReply; session: Session };

/** `orders 12,13` (ids), `orders` (more ids than a notification can hold), or `stock`, `purchases`, `cash`, `fitting`, `imports`, `people`, `all`. */
type Topic = string;

/** The first change after a pause waits this long, so that changes made together reach the screens as one message. */
const gatherMs = 100;
/** The shortest time between messages: each makes every screen load data, which must not slow visitors' orders. */
const paceMs = 700;
/** The same after a message of more than `manyOrders` orders: nobody can follow so many changes one by one. */
const slowPaceMs = 3_000;
const manyOrders = 8;
/** An `alive` event is sent this often, because screens that receive nothing for 20 s count the connection as lost. */
const aliveMs = 15_000;

/** A stream with more unread bytes is closed; its screen connects again and loads everything anew. */
const maxUnreadBytes = 64 * 1024;

/** True for a refresh or a wait for changes: it neither keeps a session alive nor is logged as a read. */
export function isBackground({ headers, url }: Pick<FastifyRequest, 'headers' | 'url'>): boolean {
  return headers['desk-background'] === '1' || url.startsWith('/api/events');
}

/** `listener` runs before the screens are told of a change and load again, so that it can discard cached data. */
export type Live = {
  beforeMessage(listener: () => void): void;
  stop(): Promise<void>;
};

/** Sends the topics of changes as server-sent events, never data. Listens to PostgreSQL, so also to other processes. */
export async function serveLive(app: FastifyInstance, { shop }: DeskContext, databaseUrl: string): Promise<Live> {
  const streams = new Set<Stream>();
  const listeners: (() => void)[] = [];
  const changedTopics = new Set<Topic>();
  let timer: NodeJS.Timeout | undefined;
  let nextMessageAt = 0;

  const announce = (topic: Topic) => {
    changedTopics.add(topic);
    timer ??= setTimeout(sendMessage, Math.max(gatherMs, nextMessageAt - performance.now()));
  };

  const sendMessage = () => {
    timer = undefined;
    for (const listener of listeners) listener();
    const topics = [...changedTopics];
    changedTopics.clear();
    if (topics.includes('people') || topics.includes('all')) void endRevokedStreams();
    const ids = topics.flatMap((topic) =>
      topic.startsWith('orders ') ? topic.slice('orders '.length).split(',') : [],
    );
    const otherTopics = topics.filter((topic) => !topic.startsWith('orders '));
    const orders = [...new Set(ids)].map(Number);
    nextMessageAt = performance.now() + (orders.length > manyOrders ? slowPaceMs : paceMs);
    const message = { topics: otherTopics, orders };
    writeToAll(`data: ${JSON.stringify(message)}\n\n`);
  };

  const writeToAll = (text: string) => {
    for (const stream of [...streams]) {
      if (stream.reply.raw.writableLength > maxUnreadBytes) stream.reply.raw.destroy();
      else stream.reply.raw.write(text);
    }
  };

  // Removes the stream at once, not in its `close` event: a write after the end would crash the process.
  const endStream = (stream: Stream) => {
    streams.delete(stream);
    stream.reply.raw.end();
  };

  const endRevokedStreams = async () => {
    for (const stream of [...streams]) {
      // If the database does not answer, the stream stays open.
      const session = await rereadSession(shop.db, stream.session, shop.now()).catch(() => stream.session);
      if (session === null) endStream(stream);
    }
  };

  const aliveTimer = setInterval(() => {
    writeToAll('event: alive\ndata: 1\n\n');
    if (streams.size > 0) void endRevokedStreams();
  }, aliveMs);
  aliveTimer.unref();

  const listeningSession: HeldSession | null = await holdSession({
    url: databaseUrl,
    name: 'rehvipood desk',
    heartbeat: { everyMs: 2_000, answerMs: 2_000 },
    reconnectMs: 500,
    prepare: async (client) => {
      client.on('notification', ({ payload = 'all' }) => announce(payload));
      await client.query('listen desk');
      // Changes while the connection did not listen are unknown.
      announce('all');
      return true;
    },
  });

  app.get('/api/events', { onRequest: onlySignedIn, exposeHeadRoute: false }, (request, reply) => {
    const stream = { reply, session: request.session as Session };
    reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no');
    reply.hijack();
    reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
    reply.raw.write('retry: 1000\n\n');
    streams.add(stream);
    reply.raw.on('close', () => streams.delete(stream));
  });

  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const stream of [...streams]) endStream(stream);
  });

  return {
    beforeMessage: (listener) => void listeners.push(listener),
    stop: async () => {
      clearInterval(aliveTimer);
      clearTimeout(timer);
      await listeningSession?.close();
    },
  };
}
