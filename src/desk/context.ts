import type pg from 'pg';
import type { Queues } from '../database/queue.server.ts';
import type { DocumentWriter } from '../shop/books/documents/document-file.server.ts';
import type { CatalogueStore } from '../shop/catalog/catalogue.server.ts';
import type { Supplier } from '../shop/catalog/supplier/declaration.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import type { RelyingParty } from '../shop/staff/passkeys.server.ts';
import type { Session } from '../shop/staff/sessions.server.ts';

/** `shop.db` uses `pool`, the desk's own connection pool, so that visitors of the shop cannot use it up. */
export type DeskContext = {
  shop: ShopContext;
  pool: pg.Pool;
  catalogue: CatalogueStore;
  suppliers: readonly Supplier[];
  /** The owner's file with price rules, as it was when the shop started; null: no file. */
  prices: { file: string; content: object } | null;
  queues: Queues;
  documentWriter: DocumentWriter;
  photoFolder: string;
  /** Contains the mails that are written as files while no mail server is set. */
  mailFolder: string;
  /** Call it only after the desk listens: the origin contains the port, which may be chosen only then. */
  relyingParty: () => RelyingParty;
};

/** `actor`: recorded in histories; the person who confirmed the act by step-up, otherwise the signed-in person. */
export type DeskUser = { session: Session; actor: string };

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}
