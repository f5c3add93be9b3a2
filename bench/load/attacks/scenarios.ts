export type RequestContext = {
  /** Number of the request in the attack. */
  turn: number;
  /** Number of the connection. */
  client: number;
  /** Paths of PNG files. */
  pictures: readonly string[];
};

/** Behaviour of an attacking client. */
type Conduct =
  /** Sends many requests at once and reads no byte of the answers. */
  | { pipelinedRequests: number; request: string }
  /** Reads this many bytes of one answer, then waits. Retries when refused. */
  | { readsBytes: number; everyMs: number; request: string }
  /** Sends the next request after any answer. */
  | { request: (context: RequestContext) => string };

export type Scenario = {
  what: string;
  connections: number;
  /** Local addresses that share the connections. */
  addresses: number;
  conduct: Conduct;
  env?: Record<string, string>;
  /** The shop identifies all clients by `X-Forwarded-For`, legitimate ones too. */
  proxied?: boolean;
  /** Whether the number of log lines has a target. */
  limitsLogLines?: boolean;
};

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: shop\r\nAccept-Language: en\r\n${headers}\r\n`;
const brotli = 'Accept-Encoding: br\r\n';

const sitemap = { pipelinedRequests: 150, request: get('/sitemap-tires-1.xml', brotli) };

const picture = {
  request: ({ turn, pictures }: RequestContext) => get(pictures[turn % pictures.length] ?? '/'),
};

// The pid makes the URLs of each run new, so that no cache holds them.
function uncachedPage({ turn, client }: RequestContext): string {
  const path = `/en?treadWidth=&profile=&diameter=&season=&priceFrom=${100 + (process.pid % 100)}&priceTo=${9_999 - (turn % 8_000)}&page=${1 + (turn % 20)}`;
  return get(path, `${brotli}X-Forwarded-For: 2001:db8:bad:1::${(client + 1).toString(16)}\r\n`);
}

const event = '{"id":"evt_1","object":"event","type":"checkout.session.completed"}';
const webhook = `POST /api/v1/webhooks/stripe HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: ${event.length}\r\n\r\n${event}`;

/** Attacks from one or two addresses, named by the ids of the security review. */
export const scenarios = {
  none: {
    what: 'no attack, for comparison',
    connections: 0,
    addresses: 1,
    conduct: { request: () => '' },
  },
  H1a: {
    what: '150 pipelined requests for a sitemap, never read',
    connections: 1,
    addresses: 1,
    conduct: sitemap,
  },
  H1b: {
    what: 'the same on 100 connections of one address',
    connections: 100,
    addresses: 1,
    conduct: sitemap,
  },
  H2: {
    what: '50 slow readers of a feed at an escaped address',
    connections: 50,
    addresses: 1,
    conduct: { readsBytes: 1_500, everyMs: 1_000, request: get('/%66eeds/google-ee.xml', brotli) },
  },
  H3: {
    what: '48 connections from each of two addresses on the page of an order',
    connections: 96,
    addresses: 2,
    conduct: {
      request: ({ turn }) => get(`/en/success?order=R26-${process.pid.toString(36)}${turn.toString(36)}`, brotli),
    },
  },
  M1: {
    what: '22 connections of one address on pictures of tires',
    connections: 22,
    addresses: 1,
    conduct: picture,
  },
  'M1, two addresses': {
    what: '22 connections from each of two addresses on pictures of tires',
    connections: 44,
    addresses: 2,
    conduct: picture,
  },
  M2: {
    what: '44 clients of one IPv6 /64 behind a proxy on uncached pages',
    connections: 44,
    addresses: 1,
    conduct: { request: uncachedPage },
    env: { TRUST_PROXY: 'loopback' },
    proxied: true,
  },
  M5: {
    what: 'one reader of a feed, 1,500 bytes in 24 s',
    connections: 1,
    addresses: 1,
    conduct: { readsBytes: 1_500, everyMs: 24_000, request: get('/feeds/google-en.xml') },
  },
  L1: {
    what: '20 connections on unknown drawings',
    connections: 20,
    addresses: 1,
    conduct: { request: ({ turn }) => get(`/en/zz${turn}.svg`, brotli) },
  },
  L2: {
    what: '20 connections with unsigned webhooks',
    connections: 20,
    addresses: 1,
    conduct: { request: () => webhook },
    env: { STRIPE_SECRET_KEY: 'sk_test_bench', STRIPE_WEBHOOK_SECRET: 'whsec_bench' },
    limitsLogLines: true,
  },
  pipeline: {
    what: '1,000 pipelined requests for a cached page on each of 20 connections, never read',
    connections: 20,
    addresses: 1,
    conduct: { pipelinedRequests: 1_000, request: get('/en', brotli) },
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;
