import type { Database } from '../../database/connect.server.ts';
import { type ChannelFollower, followChannel } from '../../database/follow-channel.server.ts';
import type { CatalogueStore } from './catalogue.server.ts';
import { loadCatalogue, loadTires, readChangesSince, type SeenTransaction } from './load-catalogue.server.ts';
import type { Tire } from './tire/tire.ts';
import { type CutOffs, type StockLocations, tireReader } from './tire-row.server.ts';

type Options = {
  catalogue: CatalogueStore;
  db: Database;
  url: string;
  locations: StockLocations;
  cutOffs?: CutOffs;
  /** Treats the tires for which it returns false as not on sale. */
  isShown?: (tire: Tire) => boolean;
  /** `onInitialQuerySent`: called when the first load has requested rows. `onTiresChanged`: called when more than stock has changed. */
  onInitialQuerySent?: () => void;
  onTiresChanged?: () => void;
  onError: (error: unknown) => void;
};

const maxShareToLoadByIds = 0.5;

/** Loads the catalogue and keeps it current. The channel `catalogue` sends a JSON array of tire ids, or `all`: any tire may have changed. */
export async function followCatalogue({
  catalogue,
  db,
  url,
  locations,
  cutOffs,
  isShown = () => true,
  onInitialQuerySent,
  onTiresChanged = () => {},
  onError,
}: Options): Promise<ChannelFollower> {
  const readRow = tireReader(locations, cutOffs);
  let lastSeen: SeenTransaction | null = null;
  await loadAll(onInitialQuerySent);
  return followChannel({
    url,
    name: 'rehvipood catalogue',
    channel: 'catalogue',
    keysIn: idsIn,
    load: async (ids) => {
      const { tiresVersion } = catalogue.current();
      await (ids.includes('all') ? loadChanges() : loadByIds(ids));
      if (catalogue.current().tiresVersion !== tiresVersion) onTiresChanged();
    },
    onError,
  });

  async function loadAll(onSent?: () => void) {
    const content = await loadCatalogue(db, readRow, onSent);
    await catalogue.replace(content.tires.filter(isShown), content.isDemonstration, content.eans, content.hasVehicles);
    lastSeen = content.seen;
  }

  async function loadChanges() {
    if (lastSeen === null) return loadAll();
    const changes = await readChangesSince(db, lastSeen);
    const { tires, isDemonstration, hasVehicles } = catalogue.current();
    const hasChangedFlags = changes.isDemonstration !== isDemonstration || changes.hasVehicles !== hasVehicles;
    if (hasChangedFlags || changes.ids.length > tires.length * maxShareToLoadByIds) return loadAll();
    await loadByIds(changes.ids);
    lastSeen = changes.seen;
  }

  async function loadByIds(ids: readonly string[]) {
    if (ids.length === 0) return;
    const { tires, eans } = await loadTires(db, readRow, ids);
    await catalogue.change(ids, tires.filter(isShown), eans);
  }
}

function idsIn(payload: string): string[] {
  try {
    const ids: unknown = JSON.parse(payload);
    if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  } catch {
    // A payload that is not JSON means that anything may have changed.
  }
  return ['all'];
}
