/** The columns of pg-boss's table of jobs in a backup of format 1, as pg-boss 12.27 has them. */
export const columns = [
  ...['id', 'name', 'priority', 'data', 'state', 'retry_limit', 'retry_count', 'retry_delay', 'retry_backoff'],
  ...['retry_delay_max', 'expire_seconds', 'deletion_seconds', 'singleton_key', 'singleton_on', 'group_id'],
  ...['group_tier', 'start_after', 'created_on', 'started_on', 'completed_on', 'keep_until', 'output', 'dead_letter'],
  ...['policy', 'heartbeat_on', 'heartbeat_seconds', 'blocked', 'blocking', 'pending_dependencies', 'source_name'],
  ...['source_id', 'source_created_on', 'source_retry_count'],
];

const enqueued = '2026-10-01 18:18:20.322642+00';
const started = '2026-10-01 18:18:20.33708+00';
const copyNull = String.raw`\N`;

type Row = { id: string; data: string; state: string; retries?: number; start?: string; end?: string; output?: string };

/** A line as COPY wrote it. */
function lineOf({ id, data, state, retries = 0, start = copyNull, end = copyNull, output = copyNull }: Row): string {
  const values: Record<string, unknown> = {
    ...{ id, data, state, output, name: 'send-letter', priority: 0, policy: 'standard' },
    ...{ retry_limit: 15, retry_count: retries, retry_delay: 15, retry_backoff: 't', retry_delay_max: 21_600 },
    ...{ expire_seconds: 600, deletion_seconds: 7_776_000, blocked: 'f', blocking: 'f', pending_dependencies: 0 },
    ...{ start_after: enqueued, created_on: enqueued, started_on: start, completed_on: end },
    keep_until: '2026-10-15 18:18:20.322642+00',
  };
  return `${columns.map((column) => values[column] ?? copyNull).join('\t')}\n`;
}

/** Jobs of mails that are named after their states; the first one with a quotation mark, a backslash, a tab and a line separator. */
export const rows = [
  lineOf({
    id: 'd883086a-1324-4d3f-a2f1-14c4b2e35c43',
    data: String.raw`{"letterId": "waiting \\"\\\\\\t${'\u2028'}"}`,
    state: 'created',
  }),
  lineOf({
    id: 'e8e13ed7-a207-4005-9788-e4ca1bb733e3',
    data: '{"letterId": "running"}',
    state: 'active',
    start: started,
  }),
  lineOf({
    id: '04fd48c3-7900-4c73-94d5-59edb2690bfd',
    data: '{"letterId": "retrying"}',
    state: 'retry',
    retries: 3,
    start: started,
    output: '{"message": "timeout"}',
  }),
  lineOf({
    id: '9cb18e05-8c26-437d-beb5-6cfdb0b55554',
    data: '{"letterId": "failed"}',
    state: 'failed',
    retries: 15,
    start: started,
    end: started,
    output: String.raw`{"message": "refused: \\"a\\\\b\\""}`,
  }),
].join('');
