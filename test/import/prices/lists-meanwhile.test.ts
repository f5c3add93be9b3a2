import { expect, onTestFinished, test } from 'vitest';
import type { ImportProgress } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { applyRules, undoRules } from '../../../src/shop/catalog/prices/rules/change-rules.server.ts';
import { costing, day, ruledCatalogue, rulesFile, worked } from './ruled-catalogue.ts';

const { shop, preview, importCosts, apply, prices } = ruledCatalogue();

const half = { ...worked, markup: [{ name: 'half', percent: 50 }] };

/** Starts an import of tires with these costs, which stops before its commit until `commit` is called. `locked`: it keeps others out. */
function landing(onDay: number, ...costs: number[]) {
  const [locked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const landed = shop.importList(costing(...costs), {
    now: day(onDay),
    inspect: () => {
      locked.resolve();
      return mayCommit.promise;
    },
  });
  return { locked: locked.promise, commit: mayCommit.resolve, landed };
}

/** Locks `price_rules`, so that `change` stops at its first row there. Resolves with the started change when it waits for the lock. */
async function stoppedAtRules<T>(change: () => Promise<T>) {
  const lock = await shop.pool.connect();
  onTestFinished(() => lock.release());
  await lock.query('begin; lock table price_rules in share mode');
  const changing = change();
  await expect
    .poll(async () => {
      const { rows } = await shop.pool.query(
        `select from pg_locks join pg_stat_activity using (pid)
          where datname = current_database() and not granted and relation = 'price_rules'::regclass`,
      );
      return rows.length;
    })
    .toBe(1);
  return { changing, goOn: () => lock.query('rollback') };
}

/** Imports a list while a change of the rules has the lock; the change goes on when the list waits for it. */
async function landWhile<T>(change: () => Promise<T>, onDay: number, ...costs: number[]) {
  const { changing, goOn } = await stoppedAtRules(change);
  const phases: ImportProgress['phase'][] = [];
  const report = await shop.importList(costing(...costs), {
    now: day(onDay),
    onProgress: ({ phase }) => {
      phases.push(phase);
      if (phase === 'waiting') void goOn();
    },
  });
  expect(phases).toContain('waiting');
  expect(report).toMatchObject({ updated: 1 });
  return changing;
}

function applying(hash: string, onDay: number, onWait?: () => void, rules = worked) {
  const options = { hash, now: day(onDay), actor: 'operator', ...(onWait && { onWait }) };
  return applyRules(shop.database, rulesFile(rules), options);
}

test('apply waits for a list that is landing, and then refuses the preview from before it', async () => {
  await importCosts(1, 70);
  const { hash } = await preview(worked, 2);
  const list = landing(2, 75);
  await list.locked;
  expect(await applying(hash, 2, list.commit)).toMatchObject({ ok: false, reason: 'other-preview' });
  expect(await list.landed).toMatchObject({ updated: 1, changed: true });
  expect(await prices()).toEqual([79_90]);
});

test('apply refuses a preview if a campaign begins before the time of its commit, which is after that of the last price change', async () => {
  const title = { ee: 'Talv', ru: 'Зима', en: 'Winter' };
  const campaigns = [{ id: 'winter', from: '2027-01-04', to: '2027-01-31', percentOff: 10, title }];
  await importCosts(1, 70);
  const { hash } = await preview({ ...worked, campaigns }, 3);
  await apply(null, 4);
  const applied = await applying(hash, 3, undefined, { ...worked, campaigns });
  expect(applied).toMatchObject({ ok: false, reason: 'other-preview' });
});

test('a list that lands during apply waits for it, and has the prices of the new rules', async () => {
  await importCosts(1, 70);
  const { hash } = await preview(worked, 2);
  // The import began first.
  expect(await landWhile(() => applying(hash, 3), 2, 75)).toMatchObject({ ok: true, changed: 1 });
  expect(await prices()).toEqual([114_90]);
  const history = await shop.db
    .selectFrom('price_history')
    .select(['price_cents', 'rules_id'])
    .orderBy('since')
    .execute();
  expect(history.map(({ price_cents, rules_id }) => [price_cents, rules_id !== null])).toEqual([
    [79_90, false],
    [107_90, true],
    [114_90, true],
  ]);
});

test('undo waits for a list that is landing, and prices its costs by the rules before', async () => {
  await importCosts(1, 70);
  await apply(worked, 2);
  await apply(half, 3);
  const list = landing(4, 75);
  await list.locked;
  const undone = await undoRules(shop.database, { now: day(4), actor: 'operator', onWait: list.commit });
  expect(undone).toMatchObject({ ok: true, changed: 1 });
  expect(await list.landed).toMatchObject({ updated: 1 });
  expect(await prices()).toEqual([114_90]);
});

test('a list that lands during undo waits for it, and has the prices of the rules before', async () => {
  await importCosts(1, 70);
  await apply(worked, 2);
  await apply(half, 3);
  const undoing = () => undoRules(shop.database, { now: day(4), actor: 'operator' });
  expect(await landWhile(undoing, 4, 75)).toMatchObject({ ok: true, changed: 1 });
  expect(await prices()).toEqual([114_90]);
});
