import { expect, test } from 'vitest';
import { readWrk } from './wrk.ts';

const printed = `Running 8s test @ http://127.0.0.1:3000/en
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.02ms  510.17us  12.31ms   88.10%
    Req/Sec    16.10k     1.20k   18.02k    72.50%
  Latency Distribution
     50%  893.00us
     75%    1.10ms
     90%    1.51ms
     99%    2.75ms
  128167 requests in 8.00s, 1.97GB read
`;
const rate = 'Requests/sec:  16018.32\nTransfer/sec:    252.11MB\n';

test('reads the rate and the latencies, in milliseconds', () => {
  expect(readWrk(printed + rate)).toEqual({
    requestsPerSecond: 16_018.32,
    ms: { median: 0.893, p99: 2.75 },
    failed: 0,
  });
});

test('counts rejected requests and missing answers', () => {
  const failures = '  Socket errors: connect 1, read 2, write 0, timeout 3\n  Non-2xx or 3xx responses: 40\n';
  expect(readWrk(printed + failures + rate).failed).toBe(46);
});

test('throws on text that is not a result of wrk', () => {
  expect(() => readWrk('unable to connect to 127.0.0.1:3000 Connection refused')).toThrow('unable to connect');
});
