import type { Pool } from 'pg';
import { diskSpace } from '../../database/disk-space.server.ts';
import type { CatalogueStore } from '../../shop/catalog/catalogue.server.ts';
import type { Observe, Sample } from './observe.ts';

/** `snapshotAge`: seconds since the catalogue in memory was last known to be current; `dataDir`: whose disk is watched. */
export type ProcessFigures = { pool: Pool; catalogue: CatalogueStore; snapshotAge: () => number; dataDir: string };

export function measureProcess(observe: Observe, { pool, catalogue, snapshotAge, dataDir }: ProcessFigures): void {
  observe('snapshot_age_seconds', 'Since the catalogue in memory was last known to be current.', snapshotAge);
  observe('tires_on_sale', 'Tires in the catalogue in memory.', () => catalogue.current().tires.length);
  const connections = (): Sample[] => [
    [pool.idleCount, { state: 'idle' }],
    [pool.totalCount - pool.idleCount, { state: 'busy' }],
    [pool.waitingCount, { state: 'waiting' }],
  ];
  observe('database_connections', 'Connections to the database; waiting: work that waits for one.', connections, [
    'state',
  ]);
  // With a database elsewhere the shop may have no such folder.
  observe('disk_free_bytes', 'Free on the disk of DATA_DIR.', async () => (await diskSpace(dataDir))?.free ?? []);
}
