import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Locale } from '../shop/locale.ts';
import { type LineName, type Lines, lineOf, openLines } from './lines.ts';
import { makeRefusals } from './refusals.ts';

/** What stands before the router: as much gets in as can be answered soon, the rest is refused at once. */
export type Gate = {
  /** What each line holds and how many it has refused, as plain numbers. */
  readonly lines: Lines;
  /** The page that is shown instead, in each language. */
  refuseWith(pages: Record<Locale, string>): void;
  /** Notes that somebody has come, with a connection or a request. */
  arrived(): void;
  /** What a request would meet now: work at once, a wait, or a refusal. */
  meets(request: IncomingMessage): 'work' | 'wait' | 'refusal';
  /** Refuses before the body is read; the connection stays. */
  refuse(request: IncomingMessage, response: ServerResponse): void;
  /** Makes the requests of a server wait for their turn. `instead` answers who is refused, if it can, and returns whether it did. */
  guard(app: FastifyInstance, instead?: (request: IncomingMessage, response: ServerResponse) => boolean): void;
};

/** `open` other than the shop's own lines is for tests. */
export function openGate(open: (arrived: () => number) => Lines = openLines): Gate {
  let arrivals = 0;
  const lines = open(() => arrivals);
  const refusals = makeRefusals();
  /** Which line a request has been let into, and as whose. */
  const inside = new WeakMap<IncomingMessage, { name: LineName; address: string }>();

  function leave(request: IncomingMessage): void {
    const place = inside.get(request);
    if (!place) return;
    inside.delete(request);
    lines[place.name].leave(place.address);
  }

  return {
    lines,
    refuseWith: refusals.setPages,

    arrived() {
      arrivals += 1;
    },

    meets({ url = '/', socket }) {
      const line = lines[lineOf(url)];
      // A proxy's address holds no place: there the clients' own do, which only the router knows.
      if (line.refuses(socket.remoteAddress ?? '')) return 'refusal';
      return line.counts.waiting > 0 ? 'wait' : 'work';
    },

    refuse({ url = '/', method }, response) {
      lines[lineOf(url)].refusedAhead();
      const { flat, body } = refusals.at(url);
      response.writeHead(503, flat);
      response.end(method === 'HEAD' ? undefined : body);
    },

    guard(app, instead = () => false) {
      // Once the body is there: nobody keeps a place by sending slowly.
      app.addHook('preValidation', (request, reply, done) => {
        const { raw, ip: address, url } = request;
        const name = lineOf(url);
        lines[name].enter(address, (admitted) => {
          if (admitted) inside.set(raw, { name, address });
          if (name === 'feeds') reply.raw.once('close', () => leave(raw));
          // Nothing is made for who has gone.
          if (admitted && !reply.raw.destroyed) return done();
          if (!reply.raw.destroyed && instead(raw, reply.raw)) return reply.hijack();
          const { headers, body } = refusals.at(url);
          reply.code(503).headers(headers).send(body);
        });
      });
      // The work is done when the answer begins: nobody keeps a place by reading slowly. A feed is made while it is read.
      app.addHook('onSend', (request, _reply, payload, done) => {
        if (inside.get(request.raw)?.name !== 'feeds') leave(request.raw);
        done(null, payload);
      });
    },
  };
}
