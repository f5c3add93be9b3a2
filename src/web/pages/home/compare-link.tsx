import { mostCompared } from '../../../shop/catalog/filter.ts';
import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { Icon } from '../../ui/icon.tsx';
import { square, squareCheck } from '../../ui/icons.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';
import { useComparing } from './comparing.ts';

/** Takes a tire into the comparison or out of it: a link to the same list. When no more fit, it says so. */
export function CompareLink({ tire }: { tire: Product }) {
  const t = useTranslations('compare');
  const { ids, searchWith } = useComparing();
  const chosen = ids.includes(tire.id);
  const name = `${tireName(tire)} ${fullSize(tire)}`;
  const look = 'inline-flex min-h-11 items-center gap-2 text-s';
  if (!chosen && ids.length >= mostCompared) return <p className={`${look} text-quiet`}>{t('full')}</p>;
  return (
    <PageLink
      to="index"
      search={searchWith(chosen ? ids.filter((id) => id !== tire.id) : [...ids, tire.id])}
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
