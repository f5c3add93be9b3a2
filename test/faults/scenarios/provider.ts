import { setTimeout } from 'node:timers/promises';
import type { Row, Scenario } from '../scenario.ts';
import { beside } from '../shop-database.ts';
import { type Stage, setStage } from '../stage.ts';
import { lie } from './lie.ts';

const lastsMs = 8_000;

type Way = { fault: string; begin(stage: Stage): void; end(stage: Stage): void };

const ways: readonly Way[] = [
  {
    fault: 'the payment provider answers after 10 s, for 8 s',
    begin: ({ bank }) => bank.slow(5_000),
    end: ({ bank }) => bank.mend(),
  },
  {
    fault: 'the payment provider out of reach for 8 s (connections break)',
    begin: ({ bank }) => bank.cut(),
    end: ({ bank }) => bank.mend(),
  },
];

/** The provider slow, gone, and lying. */
export const provider: Scenario = {
  name: 'provider',
  async play(closing, { seed }) {
    const rows: Row[] = [];
    for (const { fault, begin, end } of ways) {
      const stage = await setStage(closing, { database: await beside(closing), seed, paceMs: 500 });
      await setTimeout(2_000);
      await stage.hurt(async () => {
        begin(stage);
        await setTimeout(lastsMs);
        end(stage);
      });
      rows.push({ fault, ...(await stage.finish()) });
    }
    const stage = await setStage(closing, { database: await beside(closing), seed, paceMs: 500 });
    await setTimeout(2_000);
    await stage.hurt(() => lie(stage, lastsMs));
    const fault = 'the payment provider lies: nonsense, wrong amounts, paid what is not, foreign and forged webhooks';
    return [...rows, { fault, ...(await stage.finish()) }];
  },
};
