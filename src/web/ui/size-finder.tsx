import { type FormEvent, memo, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { defaultSize, type ListState, listToUrl } from '../../shop/catalog/filter.ts';
import { noMoreFilters } from '../../shop/catalog/more-filters.ts';
import type { SeasonFilter } from '../../shop/catalog/season.ts';
import type { SizeRefusal } from '../../shop/catalog/size.ts';
import { href } from '../sitemap.ts';
import { useShopLocale, useTranslations } from '../words.tsx';
import { focusHeading } from './focus-heading.ts';
import { SizeHelp } from './size-help.tsx';

type Props = {
  /** What is chosen besides the size, to be kept. */
  list?: ListState;
  /** The season shown first. */
  season: SeasonFilter;
  /** What was typed, and why it cannot be read. */
  typed?: string | null;
  refusal?: SizeRefusal;
  className?: string;
};

/** One field that understands a size in all its spellings, empty for every other list, and what a size means. */
export const SizeFinder = memo(function SizeFinder({ className = '', ...finder }: Props) {
  return (
    <div className={className}>
      <FinderForm {...finder} key={finder.list && listToUrl(finder.list)} />
      <SizeHelp />
    </div>
  );
});

/** A plain GET form, taken over by script without a new document. */
function FinderForm({ list, season, typed, refusal: given }: Omit<Props, 'className'>) {
  const t = useTranslations('finder');
  const navigate = useNavigate();
  const home = href('index', useShopLocale());
  const [refusal, setRefusal] = useState(given);
  const id = useId();
  const unfiltered = { filter: { ...defaultSize, season, manufacturer: null }, more: noMoreFilters, compare: [] };
  const { filter, more, compare } = list ?? unfiltered;
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
    // The field of the next list is a new one.
    if (list) focusHeading('#result');
  }

  return (
    <form method="get" action={home} noValidate onSubmit={(event) => void find(event)}>
      {list && kept.map(([name, value]) => <input key={name + value} type="hidden" name={name} value={value} />)}
      <label htmlFor={id} className="mb-1 block font-semibold">
        {t('label')}
      </label>
      <div className="flex">
        <input
          id={id}
          name="size"
          defaultValue={typed ?? ''}
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
  );
}
