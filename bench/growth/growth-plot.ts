import type { ClientCost } from './by-clients.ts';
import type { TireCost } from './by-tires.ts';
import { type Panel, plot } from './plot.ts';

const label = 'How cost grows with tires, from 1,000 to 100,000, and with clients, from 1 to 200';

/** What was measured, as an SVG document. */
export function growthPlot(tires: readonly TireCost[], clients: readonly ClientCost[]): string {
  const byTire = (title: string, ...lines: [name: string, cost: (cost: TireCost) => number][]): Panel => ({
    title,
    x: 'tires',
    lines: lines.map(([name, cost]) => ({
      name,
      points: tires.map((one) => [one.tires, cost(one)] as const).filter(([, y]) => y > 0),
    })),
  });
  const byClient = (title: string, cost: (served: ClientCost['page']) => number): Panel => ({
    title,
    x: 'clients at once',
    lines: [
      { name: 'front page', points: clients.map((one) => [one.clients, cost(one.page)]) },
      { name: 'GET /v1/products', points: clients.map((one) => [one.clients, cost(one.api)]) },
    ],
  });
  return plot(label, [
    byTire('Filter and facets, ms', ['p99', (c) => c.searchP99Ms], ['median', (c) => c.searchMedianMs]),
    byTire('Page made anew, server time, ms', ['median', (c) => c.pageMs]),
    byTire('Start until open, s', ['start', (c) => c.startSeconds]),
    byTire('Memory, MB', ['resident', (c) => c.residentMb], ['catalogue', (c) => c.memoryMb]),
    byClient('Requests a second', (served) => served.perSecond),
    byClient('p99, ms', (served) => served.p99Ms),
  ]);
}
