import type { Page } from 'playwright-core';

/** A visitor's device and network. `network`: round trip in ms, rates in Mbit/s. `cpuSlowdown`: factor by which Chromium slows the processor. */
export type Profile = {
  name: string;
  width: number;
  height: number;
  network?: { roundTripMs: number; down: number; up: number };
  cpuSlowdown?: number;
};

/** Network and processor as in Lighthouse's mobile preset, which simulates the slowdown; here Chromium applies it while the page loads. */
export const slowPhone: Profile = {
  name: 'slow phone',
  width: 412,
  height: 823,
  network: { roundTripMs: 150, down: 1.6, up: 0.75 },
  cpuSlowdown: 4,
};

export const plainDesktop: Profile = { name: 'plain desktop', width: 1280, height: 800 };

const bytesPerMegabit = 1_000_000 / 8;

/** Throttles a page of Chromium as the profile says. */
export async function throttle(page: Page, { network, cpuSlowdown }: Profile): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  if (network) {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.roundTripMs,
      downloadThroughput: network.down * bytesPerMegabit,
      uploadThroughput: network.up * bytesPerMegabit,
    });
  }
  if (cpuSlowdown) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}
