import { useEffect, useState } from 'react';
import { Link, Navigate, NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import type { SessionView } from '../../session-view.ts';
import { BranchProvider, useBranch } from '../client/branch.tsx';
import { useLiveUpdates, useLostAt } from '../client/connection.ts';
import { useSession } from '../client/queries.ts';
import { useTexts } from '../client/texts.tsx';
import { SignIn } from '../screens/sign-in/sign-in.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { WhenLoaded } from '../ui/parts.tsx';
import { Keys } from './keys.tsx';
import { navigationEntries } from './navigation.ts';
import { useScreenLock } from './screen-lock.ts';
import { SigningOut, useSignOut } from './sign-out.tsx';

export function Shell() {
  const session = useSession();
  const signOut = useSignOut();
  const isSignedIn = session.data?.person != null;
  useLiveUpdates(isSignedIn);
  if (signOut.isPending) return <SigningOut hasFailed={signOut.failureCount > 0} />;
  return (
    <WhenLoaded query={session}>
      {(data) =>
        data.person === null ? (
          <SignIn session={data} />
        ) : (
          <BranchProvider>
            <Frame session={data} person={data.person} onSignOut={signOut.mutate} />
          </BranchProvider>
        )
      }
    </WhenLoaded>
  );
}

type Person = NonNullable<SessionView['person']>;

type FrameProps = { session: SessionView; person: Person; onSignOut: () => void };

function Frame({ session, person, onSignOut }: FrameProps) {
  const t = useTexts('shell');
  const entryName = useTexts('places');
  const lostAt = useLostAt();
  const { time } = useFormat();
  const location = useLocation();
  const isStation = session.station !== null;
  useScreenLock(isStation, onSignOut);
  useEffect(() => {
    const isFirstLoad = location.key === 'default';
    if (isFirstLoad) return;
    // Focuses the heading for screen readers, unless React Aria has focused a field of the screen by the next frame.
    const frame = requestAnimationFrame(() => {
      if (document.querySelector('main')?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [location.key]);
  const visibleEntries = navigationEntries.filter(({ act }) => person.acts.includes(act));
  // A person who may not see Today begins with the first screen of their navigation.
  const [firstEntry] = visibleEntries;
  if (location.pathname === '/' && firstEntry && firstEntry.path !== '/')
    return <Navigate to={firstEntry.path} replace />;
  const mainEntries = visibleEntries.filter(({ isInPhoneBar }) => isInPhoneBar);
  const phoneBarEntries = mainEntries.length > 0 ? mainEntries : visibleEntries;
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[auto_1fr]">
      <nav aria-label={t('navigation')} className="hidden border-r border-line bg-sheet md:block">
        <ul className="sticky top-0 grid w-44 gap-1 p-2">
          {visibleEntries.map(({ name, path }) => (
            <li key={name}>
              <NavLink
                to={path}
                end={path === '/'}
                className="flex min-h-12 items-center rounded-md px-3 py-1 leading-tight aria-[current]:bg-ink aria-[current]:text-paper"
              >
                {entryName(name)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 content-start">
        <header className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b border-line bg-sheet p-2">
          <SearchBox />
          <BranchSwitch session={session} />
          <Link to="/me" className={buttonClass('quiet')}>
            {person.name}
          </Link>
          <Button onPress={() => onSignOut()}>{session.station ? t('lock') : t('signOut')}</Button>
          {lostAt && (
            <p role="alert" className="w-full rounded-md bg-bad p-3 font-semibold text-sheet">
              {t('offline', { time: time(lostAt) })}
            </p>
          )}
        </header>
        {/* Without the key, Back to another order would keep the screen's state, such as a typed note. */}
        <Outlet key={location.pathname} />
      </div>
      <nav
        aria-label={t('navigation')}
        className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        <ul className="flex">
          {phoneBarEntries.map(({ name, path }) => (
            <li key={name} className="min-w-0 flex-auto">
              <NavLink
                to={path}
                end={path === '/'}
                className="grid min-h-14 place-items-center truncate px-1 text-s aria-[current]:bg-ink aria-[current]:text-paper"
              >
                {entryName(name)}
              </NavLink>
            </li>
          ))}
          <li className="min-w-0 flex-auto">
            <NavLink
              to="/more"
              className="grid min-h-14 place-items-center px-1 text-s aria-[current]:bg-ink aria-[current]:text-paper"
            >
              {entryName('more')}
            </NavLink>
          </li>
        </ul>
      </nav>
      <Keys />
    </div>
  );
}

function SearchBox() {
  const t = useTexts('search');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <search className="min-w-0 flex-1 basis-48">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          const parameters = { text: text.trim(), open: '1' };
          void navigate(`/search?${new URLSearchParams(parameters)}`);
          setText('');
        }}
      >
        <input
          data-search
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={t('label')}
          placeholder={t('placeholder')}
          enterKeyHint="search"
          autoComplete="off"
          className="min-h-12 w-full rounded-md border-2 border-edge bg-paper px-3 text-ellipsis md:max-lg:placeholder:text-s"
        />
      </form>
    </search>
  );
}

function BranchSwitch({ session }: { session: SessionView }) {
  const t = useTexts('shell');
  const { branch, setBranch } = useBranch();
  return (
    <select
      aria-label={t('branch')}
      value={branch}
      onChange={(event) => setBranch(event.target.value)}
      className="min-h-12 rounded-md border-2 border-edge bg-sheet px-2"
    >
      {session.branches.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
