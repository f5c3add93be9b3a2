import type { ReactNode } from 'react';
import { useLanguage } from '../client/texts.tsx';
import { buttonClass } from './button.tsx';

type Props = { path: string; query?: Record<string, string>; children: ReactNode };

/** A link that opens a PDF for printing, in the language of the screen, in a new tab. `path`: below `/api/print/`. */
export function PrintLink({ path, query, children }: Props) {
  const { locale } = useLanguage();
  const href = `/api/print/${path}?${new URLSearchParams({ locale, ...query })}`;
  return (
    <a className={`${buttonClass()} justify-self-start`} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
