import { Counter, Gauge, type Registry } from 'prom-client';

export type Sample = [value: number, labels: Record<string, string>];

type Reading = number | Sample[];

export type Observe = (
  name: string,
  help: string,
  read: () => Reading | Promise<Reading>,
  labelNames?: string[],
) => void;

/** Returns how to register gauges and, where a name ends with `_total`, counters. */
export function observeIn(registry: Registry): Observe {
  return (name, help, read, labelNames = []) => {
    async function collect() {
      const reading = await read();
      metric.reset();
      for (const [value, labels] of typeof reading === 'number' ? [[reading, {}] as const] : reading)
        metric.inc(labels, value);
    }
    const options = { name: `rehvipood_${name}`, help, labelNames, registers: [registry], collect };
    const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
  };
}
