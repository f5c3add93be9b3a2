import { resolve } from 'node:path';
import { secret } from '../database/secrets.server.ts';
import { jobName } from '../desk/messages/job-name.ts';
import { listRefusalText } from '../desk/messages/list-refusal.ts';
import type { MailContext } from '../jobs/sending/send-mail.ts';
import type { NoticeContext } from '../jobs/sending/send-notice.ts';
import { openMailer, type SingleSender } from '../mail/sending/mailer.ts';
import type { Alert } from '../shop/checkout/desk/alerts.server.ts';
import { linkForBranch } from '../shop/checkout/desk/branch-order.server.ts';
import { fittingLink } from '../shop/checkout/fitting/fitting-link.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import { defaultLocale } from '../shop/locale.ts';
import { mailFolder } from '../shop/privacy/mail-files.server.ts';
import { isAnybodyEnrolled } from '../shop/staff/people.server.ts';
import { href } from '../web/sitemap.ts';
import { type Config, deskUrlOf } from './config.ts';

/** Returns a function that mails an alert to the address `to`. The templates and texts are imported at the first alert. */
export function ownerAlerts({ mailer, shop }: MailContext, to: string): (alert: Alert) => Promise<void> {
  return async (alert) => {
    const { writeOwnerAlert } = await import('../mail/write-owner-alert.tsx');
    const { deskTranslatorOf } = await import('../desk/messages/translator.server.ts');
    const jobTexts = deskTranslatorOf(defaultLocale, 'jobs');
    const listTexts = deskTranslatorOf(defaultLocale, 'priceList');
    const mail = await writeOwnerAlert(alert, to, {
      shopConfig: shop.shopConfig,
      now: shop.now(),
      jobName: (queue) => jobName(jobTexts, queue),
      listRefusalText: (refusal) => listRefusalText(listTexts, refusal),
    });
    await mailer.send(mail);
  };
}

export function openMailContext(
  config: Config,
  shop: ShopContext,
  projectFolder: string,
): MailContext & NoticeContext & { mailer: SingleSender } {
  const { publicUrl, smtpUrl, dataDir } = config;
  const desk = deskUrlOf(config);
  const folder = mailFolder(resolve(projectFolder, dataDir));
  return {
    shop,
    mailer: openMailer({ smtpUrl, from: shop.shopConfig.email, folder }),
    noticePages: {
      product: (tireId, locale) => `${publicUrl}${href('product', locale, `?id=${tireId}`)}`,
      notice: (id) => `${publicUrl}/back-in-stock?notice=${id}`,
    },
    pages: {
      order: (number, token, locale) => `${publicUrl}${href('success', locale, `?order=${number}`)}#${token}`,
      withdrawal: (number, token, locale) => `${publicUrl}${href('withdrawal', locale, `?order=${number}`)}#${token}`,
      branch: async (number, sendingBranch) => {
        if (desk !== null && (await isAnybodyEnrolled(shop.db)))
          return sendingBranch ? `${desk}/transfers` : `${desk}/o/${number}`;
        return `${publicUrl}/branch?${new URLSearchParams(await linkForBranch(shop, number, sendingBranch))}`;
      },
      fitting: async (order, preselectedStart) => {
        const linkSecret = await secret(shop.db, 'order-links');
        return fittingLink({ secret: linkSecret, publicUrl }, order, preselectedStart);
      },
    },
  };
}
