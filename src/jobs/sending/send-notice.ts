import type { Locale } from '../../shop/locale.ts';
import { readNotice, removeNotice, reopenIfSoldOut } from '../../shop/notices/stock-notices.server.ts';
import type { MailContext } from './send-mail.ts';

export type NoticeContext = Omit<MailContext, 'pages'> & {
  noticePages: { notice(id: string): string; product(tireId: string, locale: Locale): string };
};

/** Asks the visitor to confirm a request, or, once the tire is on sale again, says so and deletes the request. Sends nothing while the tire is sold out. */
export async function sendNotice({ shop, mailer, noticePages }: NoticeContext, id: string): Promise<void> {
  const notice = await readNotice(shop.db, id);
  if (!notice) return;
  const { confirmed_at, found_at, locale, tire_id } = notice;
  if (confirmed_at && !found_at) return;
  if (confirmed_at && (await reopenIfSoldOut(shop, notice))) return;
  const { writeNotice } = await import('../../mail/write-notice.tsx');
  const links = { notice: noticePages.notice(id), product: noticePages.product(tire_id, locale) };
  await mailer.send(await writeNotice(notice, links, shop.shopConfig));
  if (confirmed_at) await removeNotice(shop.db, id);
}
