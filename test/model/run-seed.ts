import { sql } from 'kysely';
import type { Database } from '../../src/database/connect.server.ts';
import { brokenInvariants } from '../support/database/invariants.ts';
import { actOf, stepsOfSeed, type Theme, themeOf } from './act-table.ts';
import { deliverAll } from './banks.ts';
import { runToEnd, violationsAtEnd } from './end.ts';
import { killable } from './killable.ts';
import type { PlantedBug } from './planted.ts';
import { type Step, stepText } from './steps.ts';
import { everybodyCollects, uncollected } from './tires/collect.ts';
import { soldTwice } from './tires/sold-twice.ts';
import { newWorld, type ProviderId, type World } from './world.ts';

async function perform(world: World, step: Step): Promise<void> {
  world.passMinutes(1 / 3);
  const { context, killed } = killable(world.context, step.killPoint);
  world.killed = killed;
  // killPoint 0: the process is not killed, and the killable context not used.
  await (step.killPoint
    ? Promise.race([actOf(step)(world, step, context), killed])
    : actOf(step)(world, step, world.context));
  await world.entering;
  world.killed = new Promise(() => {});
}

/** Notes the payment pages that buyers can see. */
async function findPages({ db, pages }: World): Promise<void> {
  const { rows } = await sql<{ provider: ProviderId; provider_ref: string }>`
    select provider, provider_ref from payments
    where redirect_url is not null and provider_ref is not null order by created_at`.execute(db);
  for (const { provider, provider_ref } of rows) pages.set(provider_ref, provider);
}

/** Returns the end of the write-ahead log. A step that leaves it unchanged has written nothing. */
async function writtenUntil({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ end: string }>('select pg_current_wal_insert_lsn()::text as end');
  return rows[0]?.end ?? '';
}

async function violationsIn(world: World): Promise<string[]> {
  const { database, planted } = world;
  const lines = [...(await brokenInvariants(database)), ...(await soldTwice(world))];
  return lines.filter((line) => !planted.ignored?.some((name) => line.startsWith(name)));
}

/**
 * `webhooks`: all webhooks are delivered at the end, otherwise the shop has to poll. `collectsFirst`: buyers collect before all
 * payments have ended, not only after.
 */
type RunOptions = { webhooks: boolean; collectsFirst: boolean; theme: Theme; planted?: PlantedBug };

/** The first violation that the steps cause, and the step after which it occurred; null without one. */
export async function violationOf(
  db: Database,
  steps: readonly Step[],
  { webhooks, collectsFirst, theme, planted = {} }: RunOptions,
): Promise<string | null> {
  const world = await newWorld(db, planted, theme);
  let at = 'the start';
  let written = '';
  try {
    for (const [n, step] of steps.entries()) {
      at = `step ${n + 1}, ${stepText(step)}`;
      await perform(world, step);
      const before = written;
      written = await writtenUntil(db);
      if (written === before) continue;
      await findPages(world);
      const lines = await violationsIn(world);
      if (lines.length > 0) return `after ${at}: ${lines.join('; ')}`;
    }
    at = 'the end';
    const deliver = webhooks ? () => deliverAll(world) : undefined;
    if (collectsFirst) await everybodyCollects(world);
    await runToEnd(world, deliver);
    // Payments may have arrived for more orders.
    await everybodyCollects(world);
    await runToEnd(world, deliver, [2, 61, 1441]);
    const lines = [...(await violationsIn(world)), ...(await violationsAtEnd(world)), ...(await uncollected(world))];
    return lines.length > 0 ? `at ${at}: ${lines.join('; ')}` : null;
  } catch (error) {
    return `at ${at}: ${error instanceof Error ? error.stack?.split('\n').slice(0, 4).join(' ') : error}`;
  } finally {
    await world.close();
  }
}

/**
 * Runs a seed. Describes the violation it finds, after removing the steps that are not needed for it (not for a planted
 * bug); null without one.
 */
export async function runSeed(db: Database, seed: number, planted?: PlantedBug): Promise<string | null> {
  const options = { webhooks: seed % 2 === 0, collectsFirst: seed % 3 > 0, theme: themeOf(seed), planted };
  let steps = stepsOfSeed(seed);
  let fault = await violationOf(db, steps, options);
  if (fault === null || planted) return fault;
  for (let size = 8; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < steps.length; ) {
      const fewerSteps = steps.toSpliced(from, size);
      const remainingFault = await violationOf(db, fewerSteps, options);
      if (remainingFault === null) from += size;
      else [steps, fault] = [fewerSteps, remainingFault];
    }
  }
  return [`seed ${seed}: ${fault}`, ...steps.map(stepText)].join('\n  ');
}

const maxSeedsToFind = 60;

/** The first seed from `firstSeed` that finds a planted bug, and the violation; null if none of 60 does. */
export async function findPlanted(db: Database, planted: PlantedBug): Promise<{ seed: number; fault: string } | null> {
  const { firstSeed = 1 } = planted;
  for (let seed = firstSeed; seed < firstSeed + maxSeedsToFind; seed += 1) {
    const fault = await runSeed(db, seed, planted);
    if (fault !== null) return { seed, fault };
  }
  return null;
}
