import { useTranslations } from 'use-intl';
import { type CompleteLabel, labelPath, officialFilePath } from '../../../shop/catalog/tire/label.ts';
import type { EuLabel } from '../../../shop/catalog/tire/tire.ts';
import { externalLink, Icon } from '../icons.tsx';
import { useShopLocale } from '../locale.ts';

type Props = { id: string; label: CompleteLabel; className: string };

export function LabelDrawing({ id, label, className }: Props) {
  const t = useTranslations('labelDialog');
  const tLabel = useTranslations('label');
  const { fuel, wet, noiseDb, noiseClass, snow, ice, official } = label;
  const values = t('image', { fuel, wet, db: noiseDb, noise: noiseClass });
  return (
    <img
      src={official?.label ? officialFilePath(official.label) : labelPath(id)}
      alt={[values, snow && tLabel('snow'), ice && tLabel('ice')].filter(Boolean).join('. ')}
      width={300}
      height={440}
      decoding="async"
      className={`aspect-[75/110] h-auto bg-white object-contain print:w-[75mm] print:max-w-none ${className}`}
    />
  );
}

/** EPREL has no product sheets in Russian. */
const sheetLanguage = { ee: 'et', en: 'en', ru: 'en' } as const;

/** Says which label applies. Links a tire's information sheet (the shop's copy, or else EPREL's) and page in EPREL. */
export function LabelSources({ label: { eprelId, official } }: { label: EuLabel }) {
  const t = useTranslations('labelDialog');
  const language = sheetLanguage[useShopLocale()];
  const eprel = 'https://eprel.ec.europa.eu';
  const sheet = official?.[language];
  // The messages of both keys say that the label in EPREL prevails over the drawing.
  const drawnLabelKey = eprelId === null ? 'drawn' : 'prevails';
  return (
    <div className="mt-3 text-s">
      <p className="text-quiet">{t(official?.label ? 'official' : drawnLabelKey)}</p>
      {eprelId !== null && (
        <ul className="mt-1">
          {sheet ? (
            <li>
              <a href={officialFilePath(sheet)} className="inline-block py-3 underline">
                {t('ownSheet')}
              </a>
            </li>
          ) : (
            <EprelLink to={`${eprel}/fiches/tyres/Fiche_${eprelId}_${language.toUpperCase()}.pdf`} text={t('sheet')} />
          )}
          <EprelLink to={`${eprel}/screen/product/tyres/${eprelId}`} text={t('product')} />
        </ul>
      )}
    </div>
  );
}

function EprelLink({ to, text }: { to: string; text: string }) {
  const t = useTranslations('labelDialog');
  // The icon must not wrap without the last word.
  const lastWordStart = text.lastIndexOf(' ') + 1;
  return (
    <li>
      <a href={to} target="_blank" rel="noopener" className="inline-block py-3 underline">
        {text.slice(0, lastWordStart)}
        <span className="whitespace-nowrap">
          {text.slice(lastWordStart)} <span className="sr-only">({t('newTab')})</span>
          <Icon shape={externalLink} size={14} className="inline text-quiet" />
        </span>
      </a>
    </li>
  );
}
