import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Opening } from '../../shop/calendar.ts';
import type { Branch } from '../../shop/shop-config.ts';
import { usePageContext } from '../document/page-context.tsx';
import { useDateFormat } from './locale.ts';

export function BranchContact({ branch }: { branch: Branch }) {
  const t = useTranslations('branch');
  return (
    <address className="not-italic">
      <p>
        {branch.street}, {branch.postalCode} {branch.city}
      </p>
      <p>
        <a
          href={`tel:${branch.phone.replaceAll(' ', '')}`}
          className="tabular inline-flex min-h-11 items-center font-semibold underline"
        >
          {branch.phone}
        </a>
      </p>
      <p>
        <BranchHours />
      </p>
      <p>{t('weekends')}</p>
      <p className="no-print">
        <a href={branch.map} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center underline">
          {t('map')}
        </a>
      </p>
    </address>
  );
}

export function BranchHours() {
  const t = useTranslations('branch');
  const { weekdays } = usePageContext().shopConfig.hours;
  return t.rich('weekdays', {
    ...weekdays,
    range: (times) => <span className="tabular whitespace-nowrap">{times}</span>,
  });
}

const minuteMs = 60_000;

/** Opening state by Tallinn's clock. Pages are cached, so the browser computes it, once `active`. */
export function OpeningState({ active }: { active: boolean }) {
  const t = useTranslations('branch');
  const format = useDateFormat();
  const { hours } = usePageContext().shopConfig;
  const [opening, setOpening] = useState<Opening | null>(null);

  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const { openingAt } = await import('../../shop/calendar.ts');
      if (timer === undefined) return;
      setOpening(openingAt(new Date(), hours));
      timer = setTimeout(look, minuteMs - (Date.now() % minuteMs));
    };
    timer = setTimeout(look);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [active, hours]);

  if (opening === null) return <p aria-hidden="true">&nbsp;</p>;
  if (opening.open) return <p className="font-semibold text-good">{t('open', { closes: opening.closes })}</p>;
  const day = new Date(`${opening.on}T12:00:00Z`);
  const when = ['today', 'tomorrow'][opening.daysAhead] ?? (opening.daysAhead < 7 ? `${day.getUTCDay()}` : 'date');
  const date = format(day, { day: 'numeric', month: 'long' });
  return <p className="font-semibold text-warn">{t('opens', { when, date, opens: opening.opens })}</p>;
}
