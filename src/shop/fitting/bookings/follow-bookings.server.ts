import type { Database } from '../../../database/connect.server.ts';
import { type ChannelFollower, followChannel } from '../../../database/follow-channel.server.ts';
import { addDays, type Day, endOfDay, hoursOf, startOfDay } from '../../calendar.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { type Block, type DayFrame, type DayPlan, dayFrame, planDay } from '../day-plan.ts';
import { readBookingsAndBlocks } from '../read-plans.server.ts';
import { type BranchFitting, fittingOf } from '../work.ts';

/** More than buyers and employees can book ahead. */
const daysLoaded = 62;

export type FittingStore = {
  /** Returns the plans of a branch from today on, by day. Empty: the branch has no bays, or nothing is loaded yet. */
  plansOf(branch: string): readonly DayPlan[];
  /** Rises with each change that this process loads. */
  version(): number;
  /** A key is `all`, or a branch and a day: `ringtee 2026-10-20`. */
  load(keys: readonly string[]): Promise<void>;
};

/** Returns an empty store, which `load` fills. `now`: decides which days it holds. */
export function openFittingStore(db: Pick<Database, 'kysely'>, shopConfig: ShopConfig, now: () => Date): FittingStore {
  const branches = new Map<string, BranchFitting>();
  for (const { id } of shopConfig.branches) {
    const fitting = fittingOf(shopConfig, id);
    if (fitting) branches.set(id, fitting);
  }
  const framesByBranch = new Map<string, Map<Day, DayFrame>>();
  const plans = new Map<string, readonly DayPlan[]>();
  let version = 0;

  const frameOf = (branch: string, day: Day, fitting: BranchFitting) => {
    const framesOfBranch = framesByBranch.get(branch) ?? new Map<Day, DayFrame>();
    framesByBranch.set(branch, framesOfBranch);
    const frame = framesOfBranch.get(day) ?? dayFrame(day, hoursOf(shopConfig, branch), fitting);
    framesOfBranch.set(day, frame);
    return frame;
  };

  function dropFramesBefore(first: Day) {
    for (const framesOfBranch of framesByBranch.values()) {
      const pastDays = [...framesOfBranch.keys()].filter((day) => day < first);
      for (const day of pastDays) framesOfBranch.delete(day);
    }
  }

  async function loadAll() {
    const first = tallinnDate(now());
    const days = Array.from({ length: daysLoaded }, (_, n) => addDays(first, n));
    const taken = await readBookingsAndBlocks(db.kysely, {
      from: startOfDay(first),
      to: endOfDay(days.at(-1) ?? first),
    });
    dropFramesBefore(first);
    for (const [branch, fitting] of branches) {
      const bookings = Map.groupBy(
        taken.bookings.filter((booking) => booking.branch === branch),
        ({ day }) => day,
      );
      const blocks: Block[] = taken.blocks.filter((block) => block.branch === branch);
      const planOf = (day: Day) =>
        planDay(frameOf(branch, day, fitting), fitting.bays, { bookings: bookings.get(day) ?? [], blocks });
      plans.set(branch, days.map(planOf));
    }
  }

  async function loadDay(branch: string, day: Day) {
    const fitting = branches.get(branch);
    const branchPlans = plans.get(branch);
    const index = branchPlans?.findIndex((plan) => plan.day === day) ?? -1;
    if (!fitting || !branchPlans || index === -1) return;
    const taken = await readBookingsAndBlocks(db.kysely, { from: startOfDay(day), to: endOfDay(day) }, branch);
    plans.set(branch, branchPlans.with(index, planDay(frameOf(branch, day, fitting), fitting.bays, taken)));
  }

  return {
    plansOf: (branch) => plans.get(branch) ?? [],
    version: () => version,
    load: async (keys) => {
      if (keys.includes('all')) await loadAll();
      else {
        for (const key of keys) {
          const [branch = '', day = ''] = key.split(' ');
          await loadDay(branch, day);
        }
      }
      version += 1;
    },
  };
}

/** Loads the store and keeps it current by the notifications of the channel `fitting`. */
export async function followBookings(
  store: FittingStore,
  { url, onError }: { url: string; onError(error: unknown): void },
): Promise<ChannelFollower> {
  await store.load(['all']);
  return followChannel({
    url,
    name: 'rehvipood fitting',
    channel: 'fitting',
    keysIn: (payload) => [payload],
    load: store.load,
    onError,
  });
}
