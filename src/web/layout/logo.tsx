import { useShop } from '../shop-context.tsx';
import { PageLink } from '../ui/page-link.tsx';

/** The name with a tire in front. Leads to the untouched list, at its top. */
export function Logo() {
  const { facts } = useShop();
  return (
    <PageLink to="index" className="flex min-h-11 items-center gap-2 text-l font-extrabold tracking-tight">
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" fill="currentColor">
        <mask id="grooves">
          <path d="M0 0h32v32H0z" fill="#fff" />
          <path
            d="M3 5l5 3.2l6-4M1 11l5 3.5l5-3.5M1 17.5l5 3.5l5-3.5M3 24l5 3.5l6-2.5"
            fill="none"
            stroke="#000"
            strokeWidth="1.7"
          />
        </mask>
        <path mask="url(#grooves)" d="M10.6 1H19c-5 1.5-8.6 7.7-8.6 15S14 29.5 19 31h-8.4c-5 0-9-6.7-9-15s4-15 9-15z" />
        <path
          fillRule="evenodd"
          d="M21.2 1a9.2 15 0 0 1 0 30a9.2 15 0 0 1 0-30zm0 7a4.7 8 0 0 0 0 16a4.7 8 0 0 0 0-16z"
        />
        <ellipse cx="21.2" cy="16" rx="2.3" ry="3.9" fill="var(--signal)" />
      </svg>
      {facts.name}
    </PageLink>
  );
}
