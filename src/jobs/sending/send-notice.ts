import type { Locale } from '../../shop/locale.ts';
import { readNotice, removeNotice, reopenIfSoldOut } from '../../shop/notices/stock-notices.server.ts';
import type { MailContext } from './send-mail.ts';

export type NoticeContext = Omit<MailContext, 'pages'> & {
  noticePages: { notice(id: string): string; product(tireId: string, locale: Locale): string };
};

/**
 * Sends the mail that asks the visitor to confirm a request. For a confirmed request, sends the mail that the tire is on sale again, and
 * deletes the request. A retry has the same Message-ID.
 */
export async function sendNotice({ shop, shopConfig, mailer, noticePages }: NoticeContext, id: string): Promise<void> {
  const notice = await readNotice(shop.db, id);
  if (!notice) return;
  const { confirmed_at, found_at, locale, tire_id } = notice;
  if (confirmed_at && !found_at) return;
  if (confirmed_at && (await reopenIfSoldOut(shop.db, id))) return;
  const { writeNotice } = await import('../../mail/write-notice.tsx');
  const links = { notice: noticePages.notice(id), product: noticePages.product(tire_id, locale) };
  await mailer.send(await writeNotice(notice, links, shopConfig));
  if (confirmed_at) await removeNotice(shop.db, id);
}
