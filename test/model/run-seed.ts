import { sql } from 'kysely';
import type { Database } from '../../src/database/connect.server.ts';
import { brokenInvariants } from '../support/database/invariants.ts';
import type { Do } from './acts.ts';
import { banks, deliverAll } from './banks.ts';
import { buyers } from './buyers.ts';
import { clock } from './clock.ts';
import { desk } from './desk.ts';
import { runToEnd, violationsAtEnd } from './end.ts';
import { handover } from './handover.ts';
import { killable } from './killable.ts';
import type { PlantedBug } from './planted.ts';
import { type Act, type Step, stepsOf, stepText } from './steps.ts';
import { countStock, soldTwice } from './stock.ts';
import { newWorld, type ProviderId, type World } from './world.ts';

const acts: Record<Act, Do> = { ...buyers, ...banks, ...clock, ...desk, ...handover, countStock };

async function perform(world: World, step: Step): Promise<void> {
  world.passMinutes(1 / 3);
  const { context, killed } = killable(world.context, step.killPoint);
  // killPoint 0: the process is not killed, and the killable context not used.
  await (step.killPoint
    ? Promise.race([acts[step.act](world, step, context), killed])
    : acts[step.act](world, step, world.context));
  const { rows } = await sql<{ provider: ProviderId; provider_ref: string }>`
    select provider, provider_ref from payments
    where redirect_url is not null and provider_ref is not null order by created_at`.execute(world.db);
  for (const { provider, provider_ref } of rows) world.pages.set(provider_ref, provider);
}

/** The first violation that the steps cause, and the step after which it occurred; null without one. */
export async function violationOf(
  db: Database,
  steps: readonly Step[],
  { webhooks, planted = {} }: { webhooks: boolean; planted?: PlantedBug },
): Promise<string | null> {
  const world = await newWorld(db.kysely, planted);
  let at = 'the start';
  try {
    for (const [n, step] of steps.entries()) {
      at = `step ${n + 1}, ${stepText(step)}`;
      await perform(world, step);
      const lines = [...(await brokenInvariants(db)), ...(await soldTwice(world))];
      if (lines.length > 0) return `after ${at}: ${lines.join('; ')}`;
    }
    at = 'the end';
    await runToEnd(world, webhooks ? () => deliverAll(world) : undefined);
    const lines = [...(await brokenInvariants(db)), ...(await soldTwice(world)), ...(await violationsAtEnd(world))];
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
  const options = { webhooks: seed % 2 === 0, planted };
  let steps = stepsOf(seed);
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
