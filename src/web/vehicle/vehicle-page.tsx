import { translatorOf } from '../../messages/translator.server.ts';
import type { Tire } from '../../shop/catalog/tire/tire.ts';
import { type FitmentSet, notStated } from '../../shop/catalog/vehicles/fitments.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { defaultLocale, type Locale, localeIds, locales } from '../../shop/locale.ts';
import { BuyerDocument } from '../plain-pages/buyer-document.tsx';
import { href, vehiclePath } from '../sitemap.ts';
import { FitmentSets } from './fitment-sets.tsx';
import type { CarSelection, Step } from './vehicle-page.server.ts';
import { vehicleStyle } from './vehicle-style.ts';

type Props = {
  shopConfig: ShopConfig;
  origin: string;
  locale: Locale;
  /** The query with its question mark. Only the page without a query is indexed. */
  search: string;
  selection: CarSelection;
  /** Null: no car is chosen yet. */
  sets: readonly FitmentSet[] | null;
  tires: readonly Tire[];
};

export function VehiclePage({ shopConfig, origin, locale, search, selection: { steps, vehicle }, sets, tires }: Props) {
  const t = translatorOf(locale, 'vehicle');
  const isIndexed = search === '';
  const car =
    vehicle &&
    [vehicle.make, vehicle.model, vehicle.generation, vehicle.engine].filter((word) => word !== notStated).join(' ');
  const title = car ? t('titleOf', { car }) : t('title');
  // Every second part is a range of years such as 2012–2018, which does not wrap.
  const titleParts = title.split(/(\S+–\S+)/);
  return (
    <BuyerDocument
      locale={locale}
      title={`${title} ${locales[locale].dash} ${shopConfig.name}`}
      style={vehicleStyle}
      isIndexed={isIndexed}
      head={
        <>
          <meta name="description" content={t('description')} />
          {isIndexed && <link rel="canonical" href={origin + vehiclePath(locale)} />}
          {localeIds.map((id) => (
            <link key={id} rel="alternate" hrefLang={locales[id].language} href={origin + vehiclePath(id) + search} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={origin + vehiclePath(defaultLocale) + search} />
        </>
      }
      shopName={shopConfig.name}
      shopPath={href('index', locale)}
      urlIn={(id) => vehiclePath(id) + search}
    >
      <h1>{titleParts.map((part, index) => (index % 2 === 0 ? part : <span key={part}>{part}</span>))}</h1>
      <p>{t('lead')}</p>
      {steps.map((step, index) => (
        <StepForm key={step.name} step={step} earlierSteps={steps.slice(0, index)} locale={locale} />
      ))}
      {sets && <FitmentSets sets={sets} tires={tires} locale={locale} />}
      <p>
        <a href={href('index', locale)}>{t('bySize')}</a>
      </p>
    </BuyerDocument>
  );
}

type StepProps = { step: Step; earlierSteps: readonly Step[]; locale: Locale };

function StepForm({ step: { name, choices, chosen }, earlierSteps, locale }: StepProps) {
  const t = translatorOf(locale, 'vehicle');
  return (
    <form method="get" action={vehiclePath(locale)} className="choose">
      {earlierSteps.map((earlier) => (
        <input key={earlier.name} type="hidden" name={earlier.name} value={earlier.chosen ?? ''} />
      ))}
      <label>
        {t(`step.${name}`)}
        <select name={name} required defaultValue={chosen ?? ''}>
          <option value="">{t('choose')}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" aria-label={t('nextAfter', { step: t(`step.${name}`) })}>
        {t('next')}
      </button>
    </form>
  );
}
