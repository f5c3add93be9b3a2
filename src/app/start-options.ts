import type { Development } from '../http/server.ts';
import type { SupplierDeclaration } from '../shop/catalog/supplier/declaration.ts';
import type { ConnectionOptions } from '../shop/catalog/supplier/fetch/request.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import type { ShopConfig } from '../shop/config/shop-config.ts';
import type { Tracing } from './tracing.ts';

export type Shop = {
  address: string;
  healthAddress: string;
  deskUrl: string;
  databaseUrl: string;
  /** Finishes the requests in flight, then closes everything in the reverse order of the start. */
  stop(): Promise<void>;
};

export type StartOptions = {
  now?: () => Date;
  shopConfig?: ShopConfig;
  suppliers?: readonly SupplierDeclaration[];
  /** How to connect to fake suppliers on this machine. */
  supplierConnection?: ConnectionOptions;
  /** Stores the URLs of the pictures of fake suppliers. */
  storePictureUrls?: (db: ShopContext['db']) => Promise<void>;
  /** For a fake of EPREL on this machine: how to connect to it, and the pause before each call in ms. */
  eprel?: { connection: ConnectionOptions; pauseMs: number };
  development?: Development;
  log?: (line: string) => void;
  /** Delay before missing tire pictures are drawn, in ms. */
  drawAfterMs?: number;
  tracing?: Tracing;
  /** Adds the orders of a demonstration day, unless the shop has orders. */
  demoDay?: boolean;
  /** An abort ends the start before its next step, and closes everything that was opened. */
  closing?: AbortSignal;
};
