import { listToUrl } from '../../../shop/catalog/filter.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useTranslations } from '../../words.tsx';

/** The way back to the list of the first tire's size and season; the chosen ones stay chosen. */
export function AddTire({ tires }: { tires: readonly Product[] }) {
  const t = useTranslations('comparison');
  const [first] = tires;
  if (!first) return null;
  const { treadWidth, profile, diameter, text } = first.size;
  const filter = { treadWidth, profile, diameter, season: first.season, manufacturer: null };
  return (
    <PageLink to="index" search={listToUrl({ filter, compare: tires.map(({ id }) => id) })} className="button">
      {t('addSize', { size: text })}
    </PageLink>
  );
}
