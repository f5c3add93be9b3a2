import type { Rate } from './measure.ts';
import { rounded } from './results/figure.ts';

const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

/** What `wrk --latency` prints. `failed`: answers that are not 2xx or 3xx, and requests without an answer. Throws on other text. */
export function readWrk(text: string): Rate & { failed: number } {
  const at = (percent: number) => {
    const [, value, unit = ''] = new RegExp(`^ +${percent}% +([\\d.]+)(us|ms|s|m)$`, 'm').exec(text) ?? [];
    return rounded(Number(value) * (milliseconds[unit] ?? Number.NaN), 3);
  };
  const requestsPerSecond = Number(/^Requests\/sec: +([\d.]+)$/m.exec(text)?.[1]);
  const ms = { median: at(50), p99: at(99) };
  if (![requestsPerSecond, ms.median, ms.p99].every(Number.isFinite)) throw new Error(`wrk printed:\n${text}`);
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0);
  const errors = /Socket errors: .*/.exec(text)?.[0].match(/\d+/g) ?? [];
  return { requestsPerSecond, ms, failed: errors.reduce((sum, count) => sum + Number(count), refused) };
}
