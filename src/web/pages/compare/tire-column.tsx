import { fullSize, type Product, tireName } from '../../../shop/catalog/tire.ts';
import { FullSize } from '../../ui/full-size.tsx';
import { Icon } from '../../ui/icon.tsx';
import { cross } from '../../ui/icons.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { TirePicture } from '../../ui/tire-picture.tsx';
import { useTranslations } from '../../words.tsx';

/** The head of a tire's column: on a long page the name stays in sight, the picture does not. `without`: the query of the page without it. */
export function TireColumn({ tire, without }: { tire: Product; without: string }) {
  const t = useTranslations('comparison');
  return (
    <th scope="col" className="relative text-start align-top font-normal">
      <TirePicture tire={tire} size={120} eager className="compared-picture" />
      <PageLink to="product" search={`?id=${tire.id}`} className="block leading-snug text-balance hover:underline">
        {tire.manufacturer.label} <strong className="font-bold">{tire.model}</strong>
      </PageLink>
      <span className="tabular block text-s font-semibold sm:text-m">
        <FullSize tire={tire} />
      </span>
      <PageLink
        to="compare"
        search={without}
        keepScroll
        aria-label={t('removeNamed', { name: `${tireName(tire)} ${fullSize(tire)}` })}
        className="no-print absolute end-0 top-0 flex min-h-11 items-center gap-1 text-s underline max-sm:min-w-11 max-sm:justify-end"
      >
        <Icon shape={cross} size={16} />
        <span className="max-sm:hidden">{t('remove')}</span>
      </PageLink>
    </th>
  );
}
