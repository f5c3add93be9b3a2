import type { Page } from 'playwright-core';

/** A visitor's device and line. `line`: round trip in ms, and Mbit/s. `cpuSlowdown`: factor by which the processor is slower. */
export type Profile = {
  name: string;
  width: number;
  height: number;
  line?: { roundTripMs: number; down: number; up: number };
  cpuSlowdown?: number;
};

/** The line and processor of Lighthouse's mobile preset, but throttled while the page loads instead of simulated. */
export const slowPhone: Profile = {
  name: 'slow phone',
  width: 412,
  height: 823,
  line: { roundTripMs: 150, down: 1.6, up: 0.75 },
  cpuSlowdown: 4,
};

export const plainDesktop: Profile = { name: 'plain desktop', width: 1280, height: 800 };

const bytesPerMegabit = 1_000_000 / 8;

/** Throttles a page of Chromium as the profile says. */
export async function throttle(page: Page, { line, cpuSlowdown }: Profile): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  if (line) {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.roundTripMs,
      downloadThroughput: line.down * bytesPerMegabit,
      uploadThroughput: line.up * bytesPerMegabit,
    });
  }
  if (cpuSlowdown) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}
