import { useTranslations } from 'use-intl';
import type { Photo } from '../../shop/config/shop-config.ts';
import { fittingChoices } from '../../shop/fitting/fitting-choices.ts';
import { formatMoney } from '../../shop/money.ts';
import { usePageContext } from '../document/page-context.tsx';
import { vehiclePath } from '../sitemap.ts';
import { Icon, mapPin } from '../ui/icons.tsx';
import { PageLink } from '../ui/links.tsx';
import { useShopLocale } from '../ui/locale.ts';

const terms = [
  ['withdrawal', 'faq-warranty', '#withdrawal'],
  ['warranty', 'faq-warranty', '#legalGuarantee'],
  ['payment', 'faq-buy', '#payment'],
] as const;

const commonRimInches = [14, 16, 18, 20];

const linkClass = 'inline-flex min-h-11 items-center underline lg:min-h-9';

export default function AboutShop() {
  const t = useTranslations('about');
  const locale = useShopLocale();
  const { shopConfig, hasVehicles } = usePageContext();
  const { about, legalName, registryCode, vatNumber } = shopConfig;
  const describedBranches = shopConfig.branches.filter(({ text, photo }) => text || photo);
  return (
    <div className="no-print mt-12 grid gap-x-10 gap-y-8 border-t border-line pt-8 sm:grid-cols-2 lg:grid-cols-3">
      {hasVehicles && (
        <p className="col-span-full">
          <a href={vehiclePath(locale)} className={linkClass}>
            {t('byCar')}
          </a>
        </p>
      )}
      <section aria-labelledby="about-company">
        <Heading id="about-company">{t('company')}</Heading>
        {about?.photo && <OwnPhoto photo={about.photo} />}
        <p>{t('codes', { name: legalName, code: registryCode, vat: vatNumber })}</p>
        {about?.since && <p>{t('since', { since: `${about.since}` })}</p>}
        {about?.text && <p className="mt-2">{about.text[locale]}</p>}
        <ul>
          {shopConfig.branches.map(({ id, name, street, city, map }) => (
            <li key={id}>
              <a href={map} target="_blank" rel="noopener" className={linkClass}>
                {name}: {street}, {city}
                <Icon shape={mapPin} size={16} className="ms-1.5 shrink-0" />
              </a>
            </li>
          ))}
        </ul>
      </section>
      <Fitting />
      <section aria-labelledby="about-terms">
        <Heading id="about-terms">{t('terms')}</Heading>
        <ul>
          {terms.map(([term, page, hash]) => (
            <li key={term}>
              <PageLink to={page} hash={hash} className={linkClass}>
                {t(term)}
              </PageLink>
            </li>
          ))}
        </ul>
      </section>
      {describedBranches.map(({ id, name, text, photo }) => (
        <section key={id} aria-labelledby={`about-${id}`}>
          <Heading id={`about-${id}`}>{name}</Heading>
          {photo && <OwnPhoto photo={photo} />}
          {text && <p>{text[locale]}</p>}
        </section>
      ))}
    </div>
  );
}

function Fitting() {
  const t = useTranslations('about');
  const tService = useTranslations('branch.service');
  const locale = useShopLocale();
  const { shopConfig } = usePageContext();
  const choices = shopConfig.branches.flatMap(({ id }) =>
    commonRimInches.flatMap((rim) =>
      fittingChoices(shopConfig, id, [{ count: 4, rim, runFlat: false, commercial: false, needsSpecialist: false }]),
    ),
  );
  if (choices.length === 0) return null;
  const minutes = choices.map((choice) => choice.minutes);
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)];
  const price = formatMoney(Math.min(...choices.map(({ priceCents }) => priceCents)), locale);
  const workIncluded = shopConfig.fitting?.includes;
  const workTexts = workIncluded?.map((text) => text[locale]) ?? [tService('fitting')];
  return (
    <section aria-labelledby="about-fitting">
      <Heading id="about-fitting">{t('fitting')}</Heading>
      <ul>
        {workTexts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="mt-2">{t('work', { price, minutes: least === most ? `${least}` : `${least}–${most}` })}</p>
      <PageLink to="faq" hash="#fitting" className={linkClass}>
        {t('howMuch')}
      </PageLink>
    </section>
  );
}

function Heading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="mb-2 text-l font-semibold">
      {children}
    </h2>
  );
}

/** Reserves a fixed space before the file loads, whatever its proportions are. */
function OwnPhoto({ photo: { file, alt } }: { photo: Photo }) {
  return (
    <img
      src={file}
      alt={alt[useShopLocale()]}
      width={600}
      height={400}
      loading="lazy"
      className="mb-3 aspect-[3/2] w-full rounded-sm bg-line object-cover"
    />
  );
}
