import { useTranslations } from 'use-intl';
import { type CompleteLabel, labelPath } from '../../../shop/catalog/tire/label.ts';
import { externalLink, Icon } from '../icons.tsx';
import { useShopLocale } from '../locale.ts';

type Props = { id: string; label: CompleteLabel; className: string };

export function LabelDrawing({ id, label, className }: Props) {
  const t = useTranslations('labelDialog');
  const tLabel = useTranslations('label');
  const { fuel, wet, noiseDb, noiseClass, snow, ice } = label;
  const values = t('image', { fuel, wet, db: noiseDb, noise: noiseClass });
  return (
    <img
      src={labelPath(id)}
      alt={[values, snow && tLabel('snow'), ice && tLabel('ice')].filter(Boolean).join('. ')}
      width={300}
      height={440}
      decoding="async"
      className={`aspect-[75/110] h-auto bg-white print:w-[75mm] print:max-w-none ${className}`}
    />
  );
}

/** EPREL has no product sheets in Russian. */
const sheetLanguage = { ee: 'ET', en: 'EN', ru: 'ET' } as const;

export function LabelSources({ eprelId }: { eprelId: number | null }) {
  const t = useTranslations('labelDialog');
  const language = sheetLanguage[useShopLocale()];
  const eprel = 'https://eprel.ec.europa.eu';
  return (
    <div className="mt-3 text-s">
      <p className="text-quiet">{t(eprelId === null ? 'drawn' : 'prevails')}</p>
      {eprelId !== null && (
        <ul className="mt-1">
          <EprelLink to={`${eprel}/fiches/tyres/Fiche_${eprelId}_${language}.pdf`} text={t('sheet')} />
          <EprelLink to={`${eprel}/screen/product/tyres/${eprelId}`} text={t('product')} />
        </ul>
      )}
    </div>
  );
}

function EprelLink({ to, text }: { to: string; text: string }) {
  const t = useTranslations('labelDialog');
  // The icon must not wrap without the last word.
  const last = text.lastIndexOf(' ') + 1;
  return (
    <li>
      <a href={to} target="_blank" rel="noopener" className="inline-block py-3 underline">
        {text.slice(0, last)}
        <span className="whitespace-nowrap">
          {text.slice(last)} <span className="sr-only">({t('newTab')})</span>
          <Icon shape={externalLink} size={14} className="inline text-quiet" />
        </span>
      </a>
    </li>
  );
}
