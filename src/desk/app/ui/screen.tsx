import { type ReactNode, useEffect } from 'react';

export function Screen({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="mx-auto grid w-full max-w-6xl min-w-0 content-start gap-4 p-3 pb-28 md:p-6 md:pb-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="min-w-0 wrap-anywhere outline-none">
          {title}
        </h1>
        {aside}
      </div>
      {children}
    </main>
  );
}
