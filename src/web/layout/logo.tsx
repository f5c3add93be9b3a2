import { useShop } from '../shop-context.tsx';
import { PageLink } from '../ui/page-link.tsx';

/** The name with a tire in front. Leads to the untouched list, at its top. */
export function Logo() {
  const { facts } = useShop();
  return (
    <PageLink
      to="index"
      className="flex min-h-11 items-center gap-2 text-l font-extrabold tracking-tight"
      onClick={() => window.scrollTo({ top: 0 })}
    >
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <circle cx="16" cy="16" r="12.5" fill="none" stroke="currentColor" strokeWidth="7" strokeDasharray="3.6 0.76" />
        <circle cx="16" cy="16" r="11.5" fill="none" stroke="currentColor" strokeWidth="4" />
        <circle cx="16" cy="16" r="3" fill="var(--signal)" />
      </svg>
      {facts.name}
    </PageLink>
  );
}
