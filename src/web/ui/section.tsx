import type { ReactNode } from 'react';

type Props = { id: string; title: string; titleClass?: string; className?: string; children: ReactNode };

/** `id`: of the heading. */
export function Section({ id, title, titleClass = 'text-l font-semibold', className, children }: Props) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={titleClass}>
        {title}
      </h2>
      {children}
    </section>
  );
}
