import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import { linkForBranch } from '../../../../src/shop/checkout/desk/branch-order.server.ts';
import { branchPage } from '../../../../src/web/branch/branch-page.server.ts';
import { type PlacedOrder, paymentsShop } from '../../payments-shop.ts';

/** A shop with the page of branches, opened and used as a browser does without script. */
export function branchShop() {
  const shop = paymentsShop();
  let app: FastifyInstance;

  beforeEach(async () => {
    app = Fastify();
    await app.register(branchPage, { shop: shop.context, isRateLimited: false });
  });
  afterEach(() => app.close());

  const linkTo = async ({ number }: PlacedOrder) => new URLSearchParams(await linkForBranch(shop.context, number));
  const open = async (link: URLSearchParams) => app.inject({ url: `/branch?${link}` });

  const post = (fields: [string, string][]) =>
    app.inject({
      method: 'POST',
      url: '/branch',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${new URLSearchParams(fields)}`,
    });

  /** Presses a button and confirms it. Returns the outcome that the page then shows (the act, or the reason of a refusal), or null without a page. */
  async function press(link: URLSearchParams, act: string) {
    const answer = await post([...link, ['act', act], ['sure', 'yes']]);
    const shownPage = new URL(answer.headers.location ?? '/', 'http://shop');
    return shownPage.searchParams.get('said');
  }

  /** The folded parts of the page, with the buttons of the order's lines. */
  const lines = /<details>.*?<\/details>/gs;
  const actsIn = (html: string) => [...html.matchAll(/<button[^>]* value="([\w-]+)"/g)].map(([, act]) => act);
  /** The acts on the whole order that the page offers. */
  const buttons = (html: string) => actsIn(html.replace(lines, ''));
  /** The acts on the order's lines that the page offers. */
  const lineButtons = (html: string) => actsIn([...html.matchAll(lines)].join());

  /** Presses a button of one line of the order. Returns the outcome, as `press` does. */
  async function mark(link: URLSearchParams, act: string, fields: Record<string, string> = {}) {
    const answer = await post([
      ...link,
      ['act', act],
      ...Object.entries({ tire: 'tire', place: 'ringtee', ...fields }),
    ]);
    return new URL(answer.headers.location ?? '/', 'http://shop').searchParams.get('said');
  }

  return { shop, linkTo, open, post, press, buttons, lineButtons, mark };
}
