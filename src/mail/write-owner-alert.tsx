import type { Messages } from 'use-intl/core';
import { translatorOf } from '../messages/translator.server.ts';
import { type DetailPart, detailText } from '../shop/alerts/alert-detail.ts';
import type { ImportRefusal } from '../shop/catalog/import/file/refusal.ts';
import { type Alert, alertKey } from '../shop/checkout/desk/alerts.server.ts';
import type { ShopConfig } from '../shop/config/shop-config.ts';
import { defaultLocale } from '../shop/locale.ts';
import { Text } from './html/blocks.tsx';
import { Layout, renderHtmlAndText } from './html/layout.tsx';
import { style } from './html/style.ts';
import { type Mail, oneLine } from './mail.ts';
import { messagesIn } from './messages.ts';
import { placeName } from './order-text.ts';

const commands: Record<Alert['kind'], string> = {
  'dead-jobs': 'npm run shop -- jobs list --dead',
  'failing-jobs': 'npm run shop -- jobs list --dead',
  findings: 'npm run shop -- findings list',
  restored: 'npm run shop -- findings after-restore',
  'late-refunds': 'npm run shop -- orders show NUMBER',
  'payments-unclear': 'npm run shop -- orders show NUMBER',
  'stock-drift': 'npm run shop -- stock check',
  'price-list': 'npm run shop -- suppliers list',
  'eprel-withdrawn': 'npm run shop -- eprel list',
  'prices-held': 'npm run shop -- prices preview',
  reviews: 'npm run shop -- orders list --review',
  'purchases-unclear': 'npm run shop -- purchases list --open',
  'purchases-unsent': 'npm run shop -- purchases list --open',
  'purchases-unanswered': 'npm run shop -- purchases list --open',
  'purchases-refused': 'npm run shop -- orders list --late',
  disk: 'npm run shop -- doctor',
  archive: 'npm run shop -- archive status',
  'lost-photos': 'npm run shop -- doctor',
  'new-passkeys': 'npm run shop -- desk people',
  'late-transfers': 'npm run shop -- transfers list',
  'missing-tires': 'npm run shop -- orders show NUMBER',
  'rests-due': 'npm run shop -- orders show NUMBER',
  'unanswered-delays': 'npm run shop -- orders list --late',
  'not-collected': 'npm run shop -- orders show NUMBER',
  'fittings-at-risk': 'npm run shop -- orders show NUMBER',
  'fittings-to-move': 'npm run shop -- fitting list --to-move',
};

/** `jobName` and `listRefusalText` return Estonian texts of the desk. */
export type OwnerAlertContext = {
  shopConfig: ShopConfig;
  now: Date;
  jobName: (queue: string) => string;
  listRefusalText: (refusal: ImportRefusal) => string;
};

/** Writes a mail in Estonian about a problem of the shop, with the command that shows more. */
export async function writeOwnerAlert(alert: Alert, to: string, context: OwnerAlertContext): Promise<Mail> {
  const { shopConfig, now } = context;
  const { kind, subject: alertSubject, count, parts } = alert;
  const translatedDetails = parts?.map((detail) => detail.map((part) => partText(part, context)).join(''));
  const details = translatedDetails ?? alert.details;
  const t = translatorOf(defaultLocale, 'ownerAlert');
  const title = oneLine(t(`title.${kind}`, { count, of: alertSubject }));
  const key = `${alertKey(alert).replace(/[^\w-]+/g, '-')}-${now.getTime()}`;
  return {
    to,
    replyTo: shopConfig.email,
    subject: oneLine(`${shopConfig.name}: ${title}`),
    ...(await renderHtmlAndText(
      <Layout messages={messagesIn(defaultLocale)} shopConfig={shopConfig} title={title} showsHelpPhone={false}>
        <Text>{t(`text.${kind}`)}</Text>
        <ul className="ink" style={style.list}>
          {details.map((line) => (
            <li key={line} style={style.step}>
              {line}
            </li>
          ))}
          {count > details.length && <li style={style.step}>{t('more', { count: count - details.length })}</li>}
        </ul>
        <Text>
          {t('see')} <code>{commands[kind]}</code>
        </Text>
        <Text>{t('why')}</Text>
      </Layout>,
    )),
    messageId: `<alert-${key}@${shopConfig.email.split('@').at(-1)}>`,
    name: `alert-${key}`,
    attachments: [],
    language: defaultLocale,
  };
}

type PartTexts = Messages['ownerAlert']['part'];
type Review = keyof PartTexts['review'];
type Finding = keyof PartTexts['finding'];
type TransferState = keyof PartTexts['transfer'];

function partText(part: DetailPart, { shopConfig, jobName, listRefusalText }: OwnerAlertContext): string {
  const t = translatorOf(defaultLocale, 'ownerAlert');
  if (typeof part !== 'object') return String(part);
  if ('branch' in part) return placeName(part.branch, shopConfig);
  if ('missing' in part) return t('part.missing', { count: part.missing });
  if ('bay' in part) return t('part.bay', { bay: part.bay });
  if ('review' in part) return t(`part.review.${part.review as Review}`);
  if ('finding' in part) return t(`part.finding.${part.finding as Finding}`);
  if ('transfer' in part) return t(`part.transfer.${part.transfer as TransferState}`);
  if ('change' in part) return t(`part.change.${part.change}`);
  if ('job' in part) return jobName(part.job);
  if ('listRefusal' in part) return listRefusalText(part.listRefusal);
  return detailText([part]);
}
