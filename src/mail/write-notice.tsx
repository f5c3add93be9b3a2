import type { ShopConfig } from '../shop/config/shop-config.ts';
import type { NoticeWithTire } from '../shop/notices/stock-notices.server.ts';
import { Button, Link, Text } from './html/blocks.tsx';
import { Layout, renderHtmlAndText } from './html/layout.tsx';
import { type Mail, oneLine } from './mail.ts';
import { messagesIn } from './messages.ts';

type Links = { notice: string; product: string };

/** Asks to confirm the address (`confirm`); once it is confirmed, tells that the tire is on sale again (`found`). */
export async function writeNotice(notice: NoticeWithTire, links: Links, shopConfig: ShopConfig): Promise<Mail> {
  const { id, email, tireName, count, locale, confirmed_at } = notice;
  const messages = messagesIn(locale);
  const { mail: t } = messages;
  const kind = confirmed_at ? 'found' : 'confirm';
  const subject = oneLine(t(`notice.${kind}.subject`, { tire: tireName }));
  const name = `notice-${id}-${kind}`;
  return {
    to: email,
    replyTo: shopConfig.email,
    subject,
    ...(await renderHtmlAndText(
      <Layout messages={messages} shopConfig={shopConfig} title={subject} showsHelpPhone={true}>
        <Text>{t(`notice.${kind}.text`, { tire: tireName, count })}</Text>
        {kind === 'confirm' ? (
          <>
            <Button to={links.notice}>{t('notice.confirm.button')}</Button>
            <Text>{t('notice.confirm.notYou')}</Text>
            <Text>
              <Link to={links.product}>{t('notice.confirm.tire')}</Link>
            </Text>
          </>
        ) : (
          <>
            <Button to={links.product}>{t('notice.found.button')}</Button>
            <Text>{t('notice.found.once')}</Text>
          </>
        )}
      </Layout>,
    )),
    messageId: `<${name}@${shopConfig.email.split('@').at(-1)}>`,
    name,
    attachments: [],
    language: locale,
  };
}
