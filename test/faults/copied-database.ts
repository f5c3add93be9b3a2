import { copyInitialised, copyOnceMade } from '../support/database/temporary-database.ts';
import { type MakeDatabase, makeDatabase } from './shop-database.ts';

/** As `makeDatabase`, by a copy of a database that is made once in a test run. */
export const copyDatabase: MakeDatabase = (folder) =>
  copyOnceMade('shop-database', folder, async (made) => {
    await copyInitialised(made);
    await makeDatabase(made);
  });
