import { z } from 'zod';
import { photosOfTire } from '../../shop/catalog/photos/list-photos.server.ts';
import { pinOfTire } from '../../shop/catalog/photos/pins.server.ts';
import { priceOfTire } from '../../shop/catalog/prices/price-of-tire.server.ts';
import { latestDrawer } from '../../shop/checkout/desk/cash-drawer.server.ts';
import { readStockOfTire } from '../../shop/checkout/desk/stock-of-tire.server.ts';
import { findTire } from '../../shop/desk/search.server.ts';
import { isAllowed } from '../act.ts';
import { branch } from '../acts/fields.ts';
import { type DeskRead, deskRead } from '../read.ts';

export const stockReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/tires/:id',
    act: 'see-branch-work',
    query: z.object({ id: z.string().max(200) }),
    read: async ({ shop }, { id }, { session }) => {
      const tire = await findTire(shop.db, id, shop.shopConfig);
      if (!tire) return null;
      const maySeeCosts = isAllowed(session, 'see-margin');
      const [price, stock] = await Promise.all([
        priceOfTire(shop.db, id, { now: shop.now(), withCosts: maySeeCosts }),
        readStockOfTire(shop.db, id),
      ]);
      const mayManagePhotos = isAllowed(session, 'add-photo');
      const photos = mayManagePhotos ? await photosOfTire(shop.db, id) : null;
      const picturePin = mayManagePhotos ? await pinOfTire(shop.db, id) : null;
      return { tire, price, stock, photos, picturePin };
    },
  }),
  deskRead({
    path: '/api/cash',
    act: 'see-cash',
    query: z.object({ branch }),
    read: async ({ shop }, { branch }) => ({ drawer: await latestDrawer(shop.db, branch) }),
  }),
];
