import { translatorOf } from '../../messages/translator.server.ts';
import { idPattern } from '../../shop/catalog/tire/tire.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import type { Locale } from '../../shop/locale.ts';
import type { NoticeWithTire } from '../../shop/notices/stock-notices.server.ts';
import { retention } from '../../shop/privacy/retention.ts';
import { BuyerDocument } from '../plain-pages/buyer-document.tsx';
import { HiddenFields } from '../plain-pages/plain-document.tsx';
import { href } from '../sitemap.ts';

export type NoticePageProps = {
  shopConfig: ShopConfig;
  locale: Locale;
  outcome: 'asked' | 'on-sale' | 'unknown-tire' | 'removed' | 'gone' | 'invalid' | 'confirm' | 'confirmed';
  tireId: string | null;
  /** The query of the page, for its links to other languages; absent for a refused form, because such a link would lose the form. */
  query?: URLSearchParams;
  notice?: NoticeWithTire;
  /** The submitted form, if it was invalid. The page asks for the e-mail address again. */
  form?: URLSearchParams;
};

const cardClasses: Record<NoticePageProps['outcome'], string> = {
  confirmed: 'card good',
  removed: 'card good',
  invalid: 'card bad',
  gone: 'card bad',
  'unknown-tire': 'card bad',
  asked: 'card',
  'on-sale': 'card',
  confirm: 'card',
};

export function NoticePage({ shopConfig, locale, outcome, tireId, query, notice, form }: NoticePageProps) {
  const t = translatorOf(locale, 'stockNotice');
  const [phone] = shopConfig.phones;
  const hasProduct = tireId !== null && idPattern.test(tireId) && outcome !== 'unknown-tire';
  return (
    <BuyerDocument
      locale={locale}
      title={t('title')}
      shopName={shopConfig.name}
      urlIn={query && ((id) => urlIn(id, query))}
    >
      <h1>{t('title')}</h1>
      {notice && (
        <p>
          <b>{notice.tireName}</b>
        </p>
      )}
      <div className={cardClasses[outcome]} role={outcome === 'invalid' ? 'alert' : 'status'}>
        <p>{t(`outcome.${outcome}`, { count: notice?.count ?? 0, phone, days: `${retention.noticeDays}` })}</p>
      </div>
      {form && <AskAgain form={form} locale={locale} />}
      {notice && (
        <form method="post" action="/back-in-stock">
          <HiddenFields fields={{ notice: notice.id, locale }} />
          {outcome === 'confirm' && (
            <p className="send">
              <button type="submit" name="act" value="confirm">
                {t('confirm')}
              </button>
            </p>
          )}
          <p>
            <button type="submit" name="act" value="remove">
              {t('remove')}
            </button>
          </p>
        </form>
      )}
      <p>
        <a href={hasProduct ? href('product', locale, `?id=${tireId}`) : href('index', locale)}>
          {t(hasProduct ? 'toTire' : 'toShop')}
        </a>
      </p>
    </BuyerDocument>
  );
}

function urlIn(locale: Locale, query: URLSearchParams): string {
  const search = new URLSearchParams(query);
  search.set('locale', locale);
  return `/back-in-stock?${search}`;
}

function AskAgain({ form, locale }: { form: URLSearchParams; locale: Locale }) {
  const t = translatorOf(locale, 'stockNotice');
  return (
    <form method="post" action="/back-in-stock">
      {['tireId', 'count', 'locale'].map((name) => (
        <input key={name} type="hidden" name={name} value={form.get(name) ?? ''} />
      ))}
      <p>
        <label>
          {t('email')}
          <br />
          <input
            type="email"
            name="email"
            required
            maxLength={254}
            autoComplete="email"
            defaultValue={form.get('email') ?? ''}
          />
        </label>
      </p>
      <p className="send">
        <button type="submit">{t('send')}</button>
      </p>
    </form>
  );
}
