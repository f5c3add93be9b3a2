import type { ReactNode } from 'react';
import { translatorOf } from '../../messages/translator.server.ts';
import type { Day } from '../../shop/calendar.ts';
import { locales } from '../../shop/locale.ts';
import { PlainDocument } from '../plain-pages/plain-document.tsx';
import { calendarDay, timeZone } from '../ui/locale.ts';
import { branchStyle } from './branch-style.ts';

type Props = { title: string; result?: string | null | undefined; children: ReactNode };

/** A page for employees, in Estonian and without script. `result`: says what the last pressed button did. */
export function BranchDocument({ title, result, children }: Props) {
  return (
    <PlainDocument language="et" title={title} style={branchStyle}>
      {result && (
        <p className="notice" role="status">
          {result}
        </p>
      )}
      {children}
    </PlainDocument>
  );
}

export function InvalidLinkPage() {
  const t = translatorOf('ee', 'branchPage');
  return (
    <BranchDocument title={t('gone')}>
      <h1>{t('gone')}</h1>
      <p>{t('goneHelp')}</p>
    </BranchDocument>
  );
}

export function dayText(date: Day): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const;
  return new Intl.DateTimeFormat(locales.ee.intl, options).format(calendarDay(date));
}

export function DeskLink({ address }: { address: string }) {
  const t = translatorOf('ee', 'branchPage');
  return (
    <p className="notice">
      {t('onDesk')} <a href={address}>{t('toDesk')}</a>
    </p>
  );
}
