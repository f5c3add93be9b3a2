import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { localeOfPath, localizedPath } from '../../shop/locale.ts';
import { mayReload } from '../client/build/reload.ts';
import { pageAt } from '../sitemap.ts';
import { apology } from './apology.ts';

/** A fatal error leads to the home page, once; a second one within 10 s shows this apology and stays. */
export function FatalError() {
  const locale = localeOfPath(useLocation().pathname);
  const [leaving, setLeaving] = useState(true);
  useEffect(() => {
    // Without storage, an error on the home page must not lead there again.
    const allowed = mayReload('fatal error') ?? pageAt(location.pathname) !== 'index';
    if (allowed) location.replace('/');
    else setLeaving(false);
  }, []);
  const [title, text, link] = apology[locale];
  if (leaving) return null;
  return (
    <main className="page-width grid min-h-dvh content-center gap-4">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p>{text}</p>
      <p>
        <a href={localizedPath('/', locale)} className="button">
          {link}
        </a>
      </p>
    </main>
  );
}
