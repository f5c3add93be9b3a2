import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { localeOfPath, localizedPath } from '../../shop/locale.ts';
import { apology } from './apology.ts';

const storageKey = 'fatal-error-at';
const guardMs = 10_000;

/** A fatal error leads to the home page, once; a second one within 10 s shows this apology and stays. */
export function FatalError() {
  const locale = localeOfPath(useLocation().pathname);
  const [leaving, setLeaving] = useState(true);
  const home = localizedPath('/', locale);
  useEffect(() => {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    sessionStorage.setItem(storageKey, `${Date.now()}`);
    if (Date.now() - last < guardMs) setLeaving(false);
    else location.replace(home);
  }, [home]);
  const [title, text, link] = apology[locale];
  if (leaving) return null;
  return (
    <main className="page-width grid min-h-dvh content-center gap-4">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p>{text}</p>
      <p>
        <a href={home} className="button">
          {link}
        </a>
      </p>
    </main>
  );
}
