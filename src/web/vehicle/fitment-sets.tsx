import { translatorOf } from '../../messages/translator.server.ts';
import { tiresPerAxle } from '../../shop/catalog/sets/axles.ts';
import { hasLabelValues, isCompleteLabel, labelExemption, labelPath } from '../../shop/catalog/tire/label.ts';
import { fullSize, type Tire, tireName } from '../../shop/catalog/tire/tire.ts';
import type { FitmentSet, FittedAxle } from '../../shop/catalog/vehicles/fitments.ts';
import {
  type CarSeason,
  carSeasons,
  fitsAxle,
  listSearch,
  pairsFor,
  type TirePair,
} from '../../shop/catalog/vehicles/tires-for-set.ts';
import type { Locale } from '../../shop/locale.ts';
import { formatMoney, toCents, totalOf } from '../../shop/money.ts';
import { tireSetSearch } from '../pages/product/tire-set-search.ts';
import { href } from '../sitemap.ts';

type Props = { sets: readonly FitmentSet[]; tires: readonly Tire[]; locale: Locale };

/** All sizes of a car. For different sizes in front and rear, shows pairs of tires of one model. */
export function FitmentSets({ sets, tires, locale }: Props) {
  const t = translatorOf(locale, 'vehicle');
  return (
    <>
      <h2>{t('sizes')}</h2>
      <div className="card">
        <p>
          <strong>{t('compare')}</strong>
        </p>
        <p>{t('runflat')}</p>
      </div>
      {sets.map((set) => (
        <section key={JSON.stringify(set)}>
          <h2>
            {set.rear
              ? t('staggered', { front: requirements(set.front), rear: requirements(set.rear) })
              : requirements(set.front)}
          </h2>
          <p className="quiet">
            {[t(set.oem ? 'oem' : 'notOem'), set.winter && t('winter'), set.note].filter(Boolean).join(' · ')}
          </p>
          <Cautions set={set} locale={locale} />
          {set.rear ? (
            <Pairs set={set} tires={tires} locale={locale} />
          ) : (
            <Lists axle={set.front} tires={tires} locale={locale} />
          )}
        </section>
      ))}
      <p className="quiet">{t('winterSpeed')}</p>
      <p className="quiet">{t('source.owner')}</p>
    </>
  );
}

function requirements({ size, minLoad, minSpeed, xl }: FittedAxle): string {
  return [size.text, `${minLoad ?? ''}${minSpeed ?? ''}`, xl && 'XL'].filter(Boolean).join(' ');
}

function Cautions({ set: { front, rear }, locale }: { set: FitmentSet; locale: Locale }) {
  const t = translatorOf(locale, 'vehicle');
  const axles = [front, ...(rear ? [rear] : [])];
  return (
    <>
      {axles.some(({ minLoad, minSpeed }) => minLoad === null || minSpeed === null) && (
        <p className="card bad">{t('unknownLoad')}</p>
      )}
      {axles.some(({ commercial }) => commercial) && <p>{t('commercial')}</p>}
    </>
  );
}

function Lists({ axle, tires, locale }: { axle: FittedAxle; tires: readonly Tire[]; locale: Locale }) {
  const t = translatorOf(locale, 'vehicle');
  const tSeason = translatorOf(locale, 'season');
  const countIn = (season: CarSeason) =>
    tires.filter((tire) => tire.available > 0 && fitsAxle(tire, axle, season)).length;
  const seasons = carSeasons.map((season) => ({ season, count: countIn(season) })).filter(({ count }) => count > 0);
  if (seasons.length === 0) return <p>{t('none')}</p>;
  return (
    <ul className="lists">
      {seasons.map(({ season, count }) => (
        <li key={season}>
          <a href={href('index', locale, listSearch(axle, season))}>{t('list', { season: tSeason(season), count })}</a>
        </li>
      ))}
    </ul>
  );
}

function Pairs({ set, tires, locale }: { set: FitmentSet; tires: readonly Tire[]; locale: Locale }) {
  const t = translatorOf(locale, 'vehicle');
  const tSeason = translatorOf(locale, 'season');
  const pairsBySeason = carSeasons
    .map((season) => ({ season, pairs: pairsFor(tires, set, season) }))
    .filter(({ pairs }) => pairs.length > 0);
  if (pairsBySeason.length === 0) return <p>{t('noPairs')}</p>;
  return pairsBySeason.map(({ season, pairs }) => (
    <section key={season}>
      <h3>{tSeason(season)}</h3>
      <ul className="pairs">
        {pairs.map((pair) => (
          <Pair key={`${pair.front.id} ${pair.rear.id}`} pair={pair} locale={locale} />
        ))}
      </ul>
    </section>
  ));
}

function Pair({ pair: { front, rear }, locale }: { pair: TirePair; locale: Locale }) {
  const t = translatorOf(locale, 'vehicle');
  const cents = totalOf([front, rear].map(({ price }) => ({ priceCents: toCents(price), count: tiresPerAxle })));
  return (
    <li className="pair">
      <a className="tires" href={href('product', locale, tireSetSearch(front.id, rear.id))}>
        <strong>{tireName(front)}</strong>: <span>{fullSize(front)}</span> + <span>{fullSize(rear)}</span>
      </a>
      <span className="price">{t('price', { price: formatMoney(cents, locale) })}</span>
      <span className="labels">
        <Label tire={front} locale={locale} />
        <Label tire={rear} locale={locale} />
      </span>
    </li>
  );
}

/** The arrow of the EU label, which links to the whole label; without a complete label, its known values. */
function Label({ tire, locale }: { tire: Tire; locale: Locale }) {
  const t = translatorOf(locale, 'label');
  const { label } = tire;
  if (isCompleteLabel(label)) {
    const { fuel, wet, noiseDb, noiseClass } = label;
    return (
      <a
        href={labelPath(tire.id)}
        className={`arrow fuel-${fuel}`}
        aria-label={`${tire.size.text}: ${t('open', { fuel, wet, db: `${noiseDb}`, noise: noiseClass })}`}
      >
        {fuel}
      </a>
    );
  }
  if (!hasLabelValues(label)) {
    const exemption = labelExemption(tire);
    return <span className="quiet">{t(exemption ? `none.${exemption}` : 'unknown')}</span>;
  }
  const notKnown = t('notKnown');
  const noise = label.noiseDb === null ? notKnown : t('db', { db: `${label.noiseDb}` });
  return (
    <span className="quiet">{t('known', { fuel: label.fuel ?? notKnown, wet: label.wet ?? notKnown, noise })}</span>
  );
}
