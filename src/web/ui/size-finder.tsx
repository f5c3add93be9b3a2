import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, memo, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import {
  defaultSize,
  defaultSort,
  type ListState,
  listToUrl,
  noMoreFilters,
  withSeasonOf,
} from '../../shop/catalog/list/filter.ts';
import type { SeasonFilter } from '../../shop/catalog/road/season.ts';
import type { SizeRefusal } from '../../shop/catalog/tire/size.ts';
import { manufacturersQuery } from '../client/queries.ts';
import { href } from '../sitemap.ts';
import { focusHeading } from './focus-heading.ts';
import { useShopLocale } from './locale.ts';
import { NumberBadge } from './tire-facts.tsx';

type Props = {
  list?: ListState;
  season: SeasonFilter;
  /** The text that the server was sent without script, and its words that are not known. */
  searchText?: string | null;
  unread?: string | null;
  refusal?: SizeRefusal;
  className?: string;
};

export const SizeFinder = memo(function SizeFinder({ className = '', ...finder }: Props) {
  return (
    <div className={className}>
      <FinderForm {...finder} key={finder.list && listToUrl(finder.list)} />
      <SizeHelp />
    </div>
  );
});

function FinderForm({ list, season, searchText, unread, refusal: initialRefusal }: Omit<Props, 'className'>) {
  const t = useTranslations('finder');
  const navigate = useNavigate();
  const home = href('index', useShopLocale());
  const [refusal, setRefusal] = useState(initialRefusal);
  const id = useId();
  const queries = useQueryClient();
  const defaultList: ListState = {
    filter: { ...defaultSize, season, manufacturer: null },
    more: noMoreFilters,
    sort: defaultSort,
    page: 1,
    compare: [],
  };
  const { filter, more, compare } = list ?? defaultList;
  const hiddenFields = [...new URLSearchParams(listToUrl({ filter: { ...filter, ...defaultSize }, more, compare }))];

  async function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.elements.namedItem('size') as HTMLInputElement;
    // The parser is imported on demand. If that fails, the form is submitted and the server parses the text.
    const imported = await Promise.all([
      import('../../shop/catalog/list/search-text.ts'),
      queries.ensureQueryData(manufacturersQuery),
    ]).catch(() => form.submit());
    if (!imported) return;
    const [{ parseSearchText, parsedListToUrl }, manufacturers] = imported;
    const current = list ?? defaultList;
    const currentFilter = withSeasonOf(new Date(), current.filter, new URLSearchParams(location.search), season);
    const parsed = parseSearchText(field.value, { ...current, filter: currentFilter }, manufacturers);
    setRefusal(parsed.ok ? undefined : parsed.reason);
    if (!parsed.ok) return field.focus();
    await navigate(home + parsedListToUrl(parsed));
    if (list) focusHeading('#result');
  }

  return (
    <form method="get" action={home} noValidate onSubmit={(event) => void find(event)}>
      {list &&
        hiddenFields.map(([name, value]) => <input key={name + value} type="hidden" name={name} value={value} />)}
      <label htmlFor={id} className="mb-1 block font-semibold">
        {t('label')}
      </label>
      <div className="flex">
        <input
          id={id}
          name="size"
          defaultValue={searchText ?? ''}
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
      {!refusal && unread && (
        <p role="status" className="mt-1 text-s font-semibold text-warn">
          {t('unread', { words: unread })}
        </p>
      )}
    </form>
  );
}

function SizeHelp() {
  const t = useTranslations('finder');
  const drawing = useTranslations('sidewall');
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 items-center text-s underline">{t('where')}</summary>
      <p className="mb-2 text-s text-quiet">{t('whereText')}</p>
      <img
        src="/sidewall.svg"
        alt={drawing('drawing', { size: '205/55 R16 91V' })}
        width={640}
        height={350}
        loading="lazy"
        className="mb-3 h-auto w-full max-w-xl rounded-sm"
      />
      <dl className="tabular grid grid-cols-[auto_auto_1fr] items-baseline gap-x-3 gap-y-1 text-s">
        {(
          [
            ['205', 'width'],
            ['55', 'profile'],
            ['R16', 'rim'],
            ['91', 'load'],
            ['V', 'speed'],
          ] as const
        ).map(([part, word], index) => (
          <div key={part} className="contents">
            <dt className="contents font-semibold">
              <NumberBadge number={index + 1} />
              <span>{part}</span>
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
