import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Opening } from '../../shop/calendar.ts';
import type { Branch } from '../../shop/config/shop-config.ts';
import { dialable } from '../../shop/dialable.ts';
import { usePageContext } from '../document/page-context.tsx';
import { useDateFormat, useShopLocale } from './locale.ts';

export function BranchContact({ branch }: { branch: Branch }) {
  const t = useTranslations('branch');
  return (
    <address className="not-italic">
      <p>
        {branch.street}, {branch.postalCode} {branch.city}
      </p>
      <p>
        <PhoneLink phone={branch.phone} className="inline-flex underline" />
      </p>
      <BranchHours branch={branch} />
      <p className="no-print">
        <a href={branch.map} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center underline">
          {t('map')}
        </a>
      </p>
    </address>
  );
}

type PhoneLinkProps = { phone: string; className: string; children?: ReactNode };

export function PhoneLink({ phone, className, children = phone }: PhoneLinkProps) {
  return (
    <a href={`tel:${dialable(phone)}`} className={`tabular min-h-11 items-center font-semibold ${className}`}>
      {children}
    </a>
  );
}

/** Returns the phone of a branch, or the shop's if the branch no longer exists. */
export function useBranchPhone(branchId: string): string {
  const { branches, phones } = usePageContext().shopConfig;
  return branches.find(({ id }) => id === branchId)?.phone ?? phones[0];
}

export function BranchHours({ branch }: { branch: Pick<Branch, 'id'> }) {
  const { week = [], exceptions = [] } = usePageContext().hours[branch.id]?.[useShopLocale()] ?? {};
  return [...week, ...exceptions].map(({ text, times }, index) => {
    const isException = index >= week.length;
    return (
      <span key={text} className={isException ? 'block font-semibold text-warn' : 'block'}>
        {text} <span className="tabular whitespace-nowrap">{times}</span>
      </span>
    );
  });
}

const minuteMs = 60_000;

/** Says if the branch is open. Only the browser computes it, as documents are cached, and only while `isActive`. */
export function OpeningState({ branch, isActive }: { branch: Branch; isActive: boolean }) {
  const t = useTranslations('branch');
  const format = useDateFormat();
  const { shopConfig } = usePageContext();
  const [opening, setOpening] = useState<Opening | null>(null);

  useEffect(() => {
    if (!isActive) return;
    let timer: ReturnType<typeof setTimeout>;
    let isStopped = false;
    const update = async () => {
      const { hoursOf, openingAt } = await import('../../shop/calendar.ts');
      if (isStopped) return;
      setOpening(openingAt(new Date(), hoursOf(shopConfig, branch.id)));
      timer = setTimeout(update, minuteMs - (Date.now() % minuteMs));
    };
    timer = setTimeout(update);
    return () => {
      clearTimeout(timer);
      isStopped = true;
    };
  }, [isActive, branch, shopConfig]);

  if (opening === null) return <p aria-hidden="true">&nbsp;</p>;
  if (opening.open) return <p className="font-semibold text-good">{t('open', { closes: opening.closes })}</p>;
  const day = new Date(`${opening.day}T12:00:00Z`);
  const weekdayNumber = `${day.getUTCDay()}`;
  const weekdayOrDate = opening.daysAhead < 7 ? weekdayNumber : 'date';
  const when = ['today', 'tomorrow'][opening.daysAhead] ?? weekdayOrDate;
  const date = format(day, { day: 'numeric', month: 'long' });
  return <p className="font-semibold text-warn">{t('opens', { when, date, opens: opening.opens })}</p>;
}
