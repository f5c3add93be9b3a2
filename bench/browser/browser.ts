import { openChromium } from '../../test/support/browser/chromium.ts';
import type { Section } from '../results/figure.ts';
import { startShopProcess } from '../servers.ts';
import { findTiresInStock } from '../speed/steady-load.ts';
import { bytes } from './bytes.ts';
import { filterChanges } from './filter-changes.ts';
import { firstUse } from './first-use.ts';
import { layoutShifts } from './layout-shift.ts';
import { plainDesktop, slowPhone } from './profiles.ts';
import { cartWith } from './visit.ts';

/** Measures pages in Chromium over loopback. */
export const browser: Section = async () => {
  await using shop = await startShopProcess();
  await using chromium = await openChromium();
  const { address } = shop;
  const [tire] = await findTiresInStock(address);
  const id = tire?.id ?? '';
  const cart = await cartWith(address, id);
  return [
    ...(await firstUse(chromium, address)),
    ...(await filterChanges(chromium, address, plainDesktop)),
    ...(await filterChanges(chromium, address, slowPhone)),
    ...(await layoutShifts(chromium, address, { id, cart })),
    ...(await bytes(chromium, address, cart)),
  ];
};
