import { z } from 'zod';

const url = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((text) => text.replace(/\/+$/, ''));
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((text) => text === '1');
const whole = (error: string, max: number) =>
  z.string().regex(/^\d+$/, { error }).transform(Number).pipe(z.number().max(max, { error }));

const environment = z.object({
  PORT: whole('must be a port number', 65_535).default(3000),
  HOST: z.string().min(1).default('localhost'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
    .optional(),
  PUBLIC_URL: url.optional(),
  PUBLIC_API_URL: url.optional(),
  RATE_LIMIT_ORDERS: whole('must be a whole number', 1_000_000).default(30),
  DEMO: flag.default(false),
  DATA_DIR: z.string().min(1).default('.data'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
});

export type Config = {
  port: number;
  host: string;
  /** Absent: the embedded database. */
  databaseUrl: string | undefined;
  /** Where visitors reach the pages, no slash at the end. */
  publicUrl: string;
  /** Where browsers reach the API, without `/api`; absent: the same origin as the pages. */
  publicApiUrl: string | undefined;
  /** Order attempts per minute and address; 0: off. */
  rateLimitOrders: number;
  /** Fill an empty catalogue with the demonstration price list also in an own database. */
  demo: boolean;
  /** Where the embedded database and what belongs to it live. */
  dataDir: string;
  logLevel: string;
};

/** Reads the environment. Throws one error that names every variable that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable is what compose files and shells make of one that is not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = environment.safeParse(set);
  if (!read.success) {
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
  const { data } = read;
  return {
    port: data.PORT,
    host: data.HOST,
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    publicApiUrl: data.PUBLIC_API_URL,
    rateLimitOrders: data.RATE_LIMIT_ORDERS,
    demo: data.DEMO,
    dataDir: data.DATA_DIR,
    logLevel: data.LOG_LEVEL,
  };
}
