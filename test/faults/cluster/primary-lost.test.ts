import { expect, test } from 'vitest';
import { copyDatabase } from '../copied-database.ts';
import { loseAsynchronous, loseSynchronous, returnOldPrimary } from '../scenarios/primary-lost.ts';

// `npm run bench -- faults` lets the cluster be without a primary for longer.
test.each([
  { fault: 'the primary of a synchronous standby killed', play: loseSynchronous },
  { fault: 'the primary of an asynchronous standby killed', play: loseAsynchronous },
  { fault: 'the old primary back at the address of the cluster', play: returnOldPrimary },
])('with $fault, the shop goes on with the new primary and loses no replicated order', async ({ play }) => {
  await using cleanup = new AsyncDisposableStack();
  const row = await play(cleanup, { seed: 5, downMs: 1_000, make: copyDatabase });
  expect(row).toMatchObject({ lost: 0, doubled: 0, wrong: [] });
  expect(row.browsing.served).toBe(row.browsing.requested);
});
