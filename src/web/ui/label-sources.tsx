import { useShopLocale, useTranslations } from '../words.tsx';
import { Icon } from './icon.tsx';
import { externalLink } from './icons.ts';

/** EPREL speaks the languages of the Union, so Russian readers get the sheet in Estonian. */
const sheetLanguage = { ee: 'ET', en: 'EN', ru: 'ET' } as const;

/** Who drew the label and which one counts; and the tire's sheet and page in EPREL, where its number there is known. */
export function LabelSources({ eprelId }: { eprelId: number | null }) {
  const t = useTranslations('labelDialog');
  const language = sheetLanguage[useShopLocale()];
  const eprel = 'https://eprel.ec.europa.eu';
  return (
    <div className="mt-3 text-s">
      <p className="text-quiet">{t(eprelId === null ? 'drawn' : 'prevails')}</p>
      {eprelId !== null && (
        <ul className="mt-1">
          <Elsewhere to={`${eprel}/fiches/tyres/Fiche_${eprelId}_${language}.pdf`} text={t('sheet')} />
          <Elsewhere to={`${eprel}/screen/product/tyres/${eprelId}`} text={t('product')} />
        </ul>
      )}
    </div>
  );
}

function Elsewhere({ to, text }: { to: string; text: string }) {
  const t = useTranslations('labelDialog');
  // The sign stays with the last word.
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
