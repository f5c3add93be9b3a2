import { Counter, Gauge, type Registry } from 'prom-client';
import type { ConnectionCounts } from '../connection-limits.ts';
import type { Lines } from '../delivery/lines.ts';

/** Who was let in by the gate and who was not, and connections. */
export type AdmissionFigures = { lines: Lines; connections: Readonly<ConnectionCounts> };

/** How full the shop is, and what it had to refuse. */
export function measureAdmission({ lines, connections }: AdmissionFigures, registry: Registry): void {
  const registers = [registry];
  const ofLines = () => Object.entries(lines).map(([line, { counts }]) => ({ line, ...counts }));
  new Counter({
    name: 'rehvipood_requests_refused_total',
    help: 'Requests answered 503 because their line was too long.',
    labelNames: ['line'],
    registers,
    collect() {
      this.reset();
      for (const { line, refused } of ofLines()) this.inc({ line }, refused);
    },
  });
  new Gauge({
    name: 'rehvipood_requests_in_line',
    help: 'Requests that are worked on or wait for their turn.',
    labelNames: ['line', 'state'],
    registers,
    collect() {
      for (const { line, working, waiting } of ofLines()) {
        this.set({ line, state: 'working' }, working);
        this.set({ line, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'rehvipood_connections',
    help: 'Open connections of clients.',
    registers,
    collect() {
      this.set(connections.open);
    },
  });
  new Counter({
    name: 'rehvipood_connections_refused_total',
    help: 'Connections beyond the limits of an address or of the process.',
    registers,
    collect() {
      this.reset();
      this.inc(connections.refused);
    },
  });
}
