import { expect } from 'vitest';
import type { Supplier } from '../../../src/shop/catalog/supplier/declaration.ts';
import type { supplierShop } from './supplier-shop.ts';

const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;

/** A stream of `begin` and then of `piece`, repeated up to `bytes` bytes. `counter.sent`: the bytes read from it so far. */
function endless(begin: string, piece: string, bytes: number) {
  const chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  const counter = { sent: 0 };
  async function* generate(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(begin);
    for (; counter.sent < bytes; counter.sent += chunk.length) yield chunk;
  }
  return { bytes: generate(), counter };
}

type EndlessList = {
  /** A complete list, imported first. */
  validList: string;
  supplier: Supplier;
  begin: string;
  piece: string;
  reason: string;
};

/** Expects that a list of a gigabyte is refused within its first megabyte, takes no memory, and changes no row. */
export async function expectEarlyRefusal(
  shop: ReturnType<typeof supplierShop>,
  { validList, supplier, begin, piece, reason }: EndlessList,
) {
  await shop.importList(validList, supplier);
  const before = await shop.rows();
  const memory = process.memoryUsage.rss();
  const { bytes, counter } = endless(begin, piece, gigabyte);
  expect(await shop.importStream(bytes, supplier)).toMatchObject({ refusal: { reason } });
  expect(counter.sent).toBeLessThan(megabyte);
  expect(process.memoryUsage.rss() - memory).toBeLessThan(100 * megabyte);
  expect(await shop.rows()).toEqual(before);
}
