import { useSearchParams } from 'react-router';
import { comparedIn, mostCompared } from '../../../shop/catalog/filter.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { usePageData } from '../../page-data.ts';
import { Icon } from '../../ui/icon.tsx';
import { square, squareCheck } from '../../ui/icons.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';
import { comparing } from './comparing.ts';

/** Takes a tire into the comparison or out of it: a link to the same list. When no more fit, it says so. */
export function CompareLink({ tire }: { tire: Product }) {
  const t = useTranslations('compare');
  const { season } = usePageData();
  const [search] = useSearchParams();
  const compared = comparedIn(search);
  const chosen = compared.includes(tire.id);
  const name = `${tireName(tire)} ${fullSize(tire)}`;
  const look = 'inline-flex min-h-11 items-center gap-2 text-s';
  if (!chosen && compared.length >= mostCompared) return <p className={`${look} text-quiet`}>{t('full')}</p>;
  return (
    <PageLink
      to="index"
      search={comparing(search, season, chosen ? compared.filter((id) => id !== tire.id) : [...compared, tire.id])}
      keepScroll
      replace
      aria-label={t(chosen ? 'chosenNamed' : 'addNamed', { name })}
      className={`${look} no-print hover:underline ${chosen ? 'font-semibold' : ''}`}
    >
      <Icon shape={chosen ? squareCheck : square} size={18} />
      {t(chosen ? 'chosen' : 'add')}
    </PageLink>
  );
}
