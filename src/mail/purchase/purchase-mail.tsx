import { buffer } from 'node:stream/consumers';
import { csvForSpreadsheets } from '../../shop/csv-for-spreadsheets.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import { Heading, Rows, Text } from '../html/blocks.tsx';
import { Layout, renderHtmlAndText } from '../html/layout.tsx';
import { style } from '../html/style.ts';
import { type Mail, oneLine } from '../mail.ts';
import { messagesIn } from '../messages.ts';
import { type PurchaseContent, pieceCount, purchaseRows } from './purchase-content.ts';

/** Writes to the supplier, or to `ownerAddress` if it has no address. The same content gives the same mail. */
export async function writePurchaseMail(purchase: PurchaseContent, ownerAddress: string): Promise<Mail> {
  const { reference, previousReference, at, contact, shopConfig, tires } = purchase;
  const { legalName, vatNumber, address } = shopConfig;
  const messages = messagesIn(contact.language);
  const { purchase: t } = messages;
  const subjectKey = previousReference ? 'subjectRepeat' : 'subject';
  const subject = oneLine(t(subjectKey, { reference, count: pieceCount(purchase) }));
  return {
    to: contact.email ?? ownerAddress,
    replyTo: shopConfig.email,
    subject,
    ...(await renderHtmlAndText(
      <Layout
        messages={messages}
        shopConfig={shopConfig}
        title={subject}
        showsHelpPhone={false}
        footer={`${legalName}, ${vatNumber}, ${address}`}
      >
        {contact.email === null && <Text>{t('forOwner', { supplier: contact.name, number: purchase.number })}</Text>}
        {previousReference && <Text>{t('repeat', { reference: previousReference })}</Text>}
        <Text>{t('order')}</Text>
        <Rows rows={purchaseRows(purchase, messages)} />
        <Heading>{t('title')}</Heading>
        <table cellPadding={0} cellSpacing={0} style={style.table}>
          <tbody>
            {tires.map(({ supplierSku, ean, title, size, count }) => (
              <tr key={supplierSku}>
                <td className="ink line" style={style.line}>
                  <strong>
                    {count} × {title}
                  </strong>
                  <br />
                  {size}
                  <br />
                  {t('article')} {supplierSku}
                  {ean && `, ${t('ean')} ${ean}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Text>{t('quote', { reference })}</Text>
      </Layout>,
    )),
    messageId: `<${reference}@${shopConfig.email.split('@').at(-1)}>`,
    name: `${tallinnDate(at)}-${reference}`,
    attachments: [await csvOf(purchase), await pdfOf(purchase)],
    language: messages.locale,
  };
}

/** The names of the columns do not change with the language, because programs read them. */
async function csvOf({ reference, contact, tires }: PurchaseContent): Promise<Mail['attachments'][number]> {
  const csv = csvForSpreadsheets();
  csv.write(['reference', 'article', 'ean', 'name', 'size', 'count']);
  for (const { supplierSku, ean, title, size, count } of tires)
    csv.write([reference, supplierSku, ean ?? '', title, size, count]);
  csv.end();
  const { purchase: t } = messagesIn(contact.language);
  return {
    filename: `${t('file', { reference })}.csv`,
    content: await buffer(csv),
    contentType: 'text/csv; charset=utf-8',
  };
}

/** Imports pdfkit and fontkit at the first purchase, not at the start. */
async function pdfOf(purchase: PurchaseContent) {
  const { purchasePdf } = await import('./purchase-pdf.ts');
  return purchasePdf(purchase);
}
