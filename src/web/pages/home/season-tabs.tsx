import { type MouseEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ListState, listToUrl } from '../../../shop/catalog/list/filter.ts';
import type { FacetOption } from '../../../shop/catalog/list/product-query.ts';
import { opensElsewhere, PageLink } from '../../ui/links.tsx';
import { FacetSelect } from './filter-fields.tsx';
import type { FilterTexts } from './filter-texts.ts';

const tabSeasons = ['summer', 'winter_friction', 'winter_studded', 'winter_studdable', 'all_season'] as const;
type TabSeason = (typeof tabSeasons)[number];

const iconOfOtherSeasons = 'truck';

type Props = {
  texts: FilterTexts;
  list: ListState;
  /** Undefined: the list could not be loaded, so the counts are unknown. */
  options: readonly FacetOption[] | undefined;
  onChange: () => void;
};

/** Links to common seasons, and a select with all seasons. A click sets the select, whose value the form submits. */
export function SeasonTabs({ texts, list, options, onChange }: Props) {
  const t = useTranslations('seasonTab');
  const tFilter = useTranslations('filter');
  const countOf = (season: string) => options && (options.find(({ id }) => id === season)?.count ?? 0);
  // The clicked tab is shown as chosen before its list has loaded.
  const [clicked, setClicked] = useState<{ list: ListState; season: TabSeason } | null>(null);
  const chosen = clicked?.list === list ? clicked.season : list.filter.season;
  const isOtherOrNoSeasonChosen = !tabSeasons.some((season) => season === chosen);
  const otherSeason = isOtherOrNoSeasonChosen ? chosen : null;
  const otherTabIcon = otherSeason ?? iconOfOtherSeasons;
  const chosenName = chosen ? texts.textOf('season', chosen) : tFilter('any');

  function choose(event: MouseEvent<HTMLAnchorElement>, season: TabSeason) {
    if (opensElsewhere(event)) return;
    const select = document.querySelector<HTMLSelectElement>('#filter-season');
    if (!select?.querySelector(`[value=${season}]`)) return;
    event.preventDefault();
    setClicked({ list, season });
    select.value = season;
    onChange();
  }

  return (
    <div className="season-tabs">
      <ul aria-label={tFilter('season')} className="contents">
        {tabSeasons.map((season) => (
          <li key={season} className="contents">
            <PageLink
              to="index"
              search={listToUrl({ ...list, page: 1, filter: { ...list.filter, season } })}
              aria-current={season === chosen || undefined}
              onClick={(event) => choose(event, season)}
              data-icon={season}
              className="season-tab"
            >
              <SeasonTabText name={t(`${season}.name`)} count={countOf(season)} about={t(`${season}.about`)} />
            </PageLink>
          </li>
        ))}
      </ul>
      <div
        data-icon={otherTabIcon}
        className={`season-tab season-tab-other ${isOtherOrNoSeasonChosen ? 'season-tab-chosen' : ''}`}
      >
        <div aria-hidden="true">
          <SeasonTabText
            name={isOtherOrNoSeasonChosen ? chosenName : t('other.name')}
            count={otherSeason ? countOf(otherSeason) : undefined}
            about={t('other.about')}
          />
        </div>
        <FacetSelect
          texts={texts}
          field="season"
          value={list.filter.season}
          options={options ?? []}
          showsCounts
          onChange={onChange}
        />
      </div>
    </div>
  );
}

function SeasonTabText({ name, count, about }: { name: string; count: number | undefined; about: string }) {
  return (
    <>
      <span className="font-semibold">{name}</span>
      {count !== undefined && <span className="tabular"> {count}</span>}
      <span className="block text-s text-quiet">{about}</span>
    </>
  );
}
