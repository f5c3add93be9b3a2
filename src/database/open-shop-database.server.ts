import { startEmbedded } from './embedded.server.ts';
import { lockShop } from './lock-shop.server.ts';
import { migrate } from './migrate.server.ts';
import { migrations } from './migrations.server.ts';
import { alreadyRuns, readShopNote, writeShopNote } from './shop-note.server.ts';

type Log = (line: string) => void;

/** Another shop already runs from the same folder; its message is the line to show. */
export class AlreadyRunning extends Error {}

export type ShopDatabase = {
  url: string;
  embedded: boolean;
  /** Tells a second start where this shop is served. */
  announce(address: string): Promise<void>;
  close(): Promise<void>;
};

/** The database of a shop that is starting, migrated: the one at `url`, or the embedded one in `folder`, one shop to a folder. */
export async function openShopDatabase(url: string | undefined, folder: string, log: Log): Promise<ShopDatabase> {
  if (url) {
    await migrate(url, migrations, log).catch((error: Error) => {
      throw new Error(`DATABASE_URL: ${error.message}`, { cause: error });
    });
    return { url, embedded: false, announce: async () => {}, close: async () => {} };
  }
  const embedded = await startEmbedded({ folder, log });
  const lock = await lockShop(embedded.url);
  if (!lock) {
    await embedded.stop();
    throw new AlreadyRunning(alreadyRuns(await readShopNote(folder)));
  }
  if (embedded.adopted) log('PostgreSQL was still running from an earlier start and goes on.');
  await migrate(embedded.url, migrations, log);
  return {
    url: embedded.url,
    embedded: true,
    announce: (address) => writeShopNote(folder, { pid: process.pid, address }),
    close: async () => {
      await lock.release();
      await embedded.stop();
    },
  };
}
