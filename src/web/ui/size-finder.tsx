import { type FormEvent, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { comparedIn, defaultSize, type ListState, listToUrl } from '../../shop/catalog/filter.ts';
import { noMoreFilters } from '../../shop/catalog/more-filters.ts';
import type { SizeRefusal } from '../../shop/catalog/size.ts';
import { usePageData } from '../page-data.ts';
import { href } from '../sitemap.ts';
import { useShopLocale, useTranslations } from '../words.tsx';
import { SizeHelp } from './size-help.tsx';

type Props = {
  /** What is chosen besides the size, to be kept. */
  list?: Pick<ListState, 'filter' | 'more'>;
  className?: string;
};

/** One field that understands a size in all its spellings: a plain GET form, taken over by script without a new document. */
export function SizeFinder({ list, className = '' }: Props) {
  const t = useTranslations('finder');
  const { season, sizeRefusal } = usePageData();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const home = href('index', useShopLocale());
  const [refusal, setRefusal] = useState<SizeRefusal | undefined>(sizeRefusal);
  const id = useId();
  const compare = comparedIn(search);
  const { filter, more = noMoreFilters } = list ?? { filter: { ...defaultSize, season, manufacturer: null } };
  // What is chosen besides the size, as the form of a list writes it.
  const kept = [...new URLSearchParams(listToUrl({ filter: { ...filter, ...defaultSize }, more, compare }))];

  async function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.elements.namedItem('size') as HTMLInputElement;
    // Not needed for the first view. Where it cannot be had, the server reads the size.
    const reader = await import('../../shop/catalog/typed-size.ts').catch(() => form.submit());
    if (!reader) return;
    const reading = reader.typedSize(field.value);
    setRefusal(reading.ok ? undefined : reading.reason);
    if (!reading.ok) return field.focus();
    const { treadWidth, profile, diameter } = reading.value;
    await navigate(home + listToUrl({ filter: { ...filter, treadWidth, profile, diameter }, more, compare }));
  }

  return (
    <div className={className}>
      <form method="get" action={home} noValidate onSubmit={(event) => void find(event)}>
        {list && kept.map(([name, value]) => <input key={name + value} type="hidden" name={name} value={value} />)}
        <label htmlFor={id} className="mb-1 block font-semibold">
          {t('label')}
        </label>
        <div className="flex">
          <input
            id={id}
            name="size"
            defaultValue={search.get('size') ?? ''}
            placeholder="205/55 R16 91V"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={60}
            aria-invalid={refusal ? true : undefined}
            aria-describedby={refusal ? `${id}-error` : undefined}
            className="field tabular min-h-14 min-w-0 rounded-e-none text-xl font-semibold tracking-tight placeholder:font-normal placeholder:text-quiet"
          />
          <button type="submit" className="button -ms-px shrink-0 rounded-s-none">
            {t('find')}
          </button>
        </div>
        {refusal && (
          <p id={`${id}-error`} role="alert" className="mt-1 text-s font-semibold text-bad">
            {t(refusal === 'empty' || refusal === 'unreadable' ? refusal : 'impossible')}
          </p>
        )}
      </form>
      <SizeHelp />
    </div>
  );
}
