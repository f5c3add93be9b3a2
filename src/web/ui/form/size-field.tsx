import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { type ListState, withDefaultSeason } from '../../../shop/catalog/list/filter.ts';
import type { SeasonFilter } from '../../../shop/catalog/road/season.ts';
import type { SizeRefusal } from '../../../shop/catalog/tire/size.ts';
import { manufacturersQuery } from '../../client/queries.ts';
import { href } from '../../sitemap.ts';
import { useShopLocale } from '../locale.ts';
import { NumberBadge } from '../tire-facts.tsx';

type Props = {
  refusal?: SizeRefusal;
  /** The text that a browser without script sent to the server. */
  searchText?: string | null;
  /** The words of `searchText` that the parser does not know. */
  unknownWords?: string | null;
  className?: string;
};

const helpId = 'size-help';

export function SizeField({ refusal, searchText, unknownWords, className = '' }: Props) {
  const t = useTranslations('finder');
  const id = useId();
  return (
    <div className={className}>
      <div className="flex">
        <label htmlFor={id} className="sr-only">
          {t('label')}
        </label>
        <button
          type="button"
          popoverTarget={helpId}
          className="button shrink-0 flex-col items-start gap-0 rounded-e-none border-e-0 px-2 py-0 text-s leading-4 whitespace-nowrap"
        >
          <span className="font-semibold">{t('label')}</span>{' '}
          <span className="font-normal underline">{t('where')}</span>
        </button>
        <input
          id={id}
          name="size"
          defaultValue={searchText ?? ''}
          placeholder="205/55 R16"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={60}
          aria-invalid={refusal ? true : undefined}
          aria-describedby={refusal ? `${id}-error` : undefined}
          className="field tabular min-w-0 rounded-none px-2 font-semibold placeholder:font-normal placeholder:text-quiet"
        />
        <button type="submit" className="button -ms-px shrink-0 rounded-s-none">
          {t('find')}
        </button>
      </div>
      <SizeHelp />
      {refusal && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-s font-semibold text-bad">
          {t(refusal === 'empty' || refusal === 'unreadable' ? refusal : 'impossible')}
        </p>
      )}
      <div role="status">
        {!refusal && unknownWords && (
          <p className="mt-1 text-s font-semibold text-warn">{t('unread', { words: unknownWords })}</p>
        )}
      </div>
    </div>
  );
}

/** Returns a function that opens the list for a typed size. `refusal`: of the last text, until `shownList` changes. */
export function useSizeSearch(shownList: ListState, seasonAtLoad: SeasonFilter, initialRefusal?: SizeRefusal) {
  const navigate = useNavigate();
  const home = href('index', useShopLocale());
  const queries = useQueryClient();
  const [refused, setRefused] = useState({ list: shownList, reason: initialRefusal });

  /** `chosenList`: the list to open, apart from its size. Returns whether it was opened. */
  async function search(form: HTMLFormElement, chosenList: ListState): Promise<boolean> {
    const field = form.elements.namedItem('size') as HTMLInputElement;
    // The parser is imported on demand. If that fails, the form is submitted and the server parses the text.
    const imported = await Promise.all([
      import('../../../shop/catalog/list/search-text.ts'),
      queries.ensureQueryData(manufacturersQuery),
    ]).catch(() => form.submit());
    if (!imported) return false;
    const [{ parseSearchText, parsedListToUrl }, manufacturers] = imported;
    // A season that was only the default when the page was loaded is replaced by today's default.
    const filter = withDefaultSeason(new Date(), chosenList.filter, new URLSearchParams(location.search), seasonAtLoad);
    const parsed = parseSearchText(field.value, { ...chosenList, filter }, manufacturers);
    setRefused({ list: shownList, reason: parsed.ok ? undefined : parsed.reason });
    if (!parsed.ok) {
      field.focus();
      return false;
    }
    await navigate(home + parsedListToUrl(parsed));
    field.value = '';
    return true;
  }

  return { search, refusal: refused.list === shownList ? refused.reason : undefined };
}

function SizeHelp() {
  const t = useTranslations('finder');
  const tSidewall = useTranslations('sidewall');
  return (
    <div
      id={helpId}
      popover="auto"
      className="m-auto w-[min(36rem,calc(100vw-2rem))] rounded-sm border border-edge bg-sheet p-5 text-ink backdrop:bg-black/50"
    >
      <p className="mb-3">{t('whereText')}</p>
      <img
        src="/sidewall.svg"
        alt={tSidewall('drawing', { size: '205/55 R16 91V' })}
        width={640}
        height={350}
        loading="lazy"
        className="mb-3 h-auto w-full rounded-sm"
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
        ).map(([part, key], index) => (
          <div key={part} className="contents">
            <dt className="contents font-semibold">
              <NumberBadge number={index + 1} />
              <span>{part}</span>
            </dt>
            <dd>{t(key)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
