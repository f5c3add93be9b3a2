import { Link } from 'react-router';
import { useSession } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { navigationEntries } from '../../layout/navigation.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';

/** All screens, for phones, whose navigation bar has room for only a few. */
export default function More() {
  const t = useTexts('places');
  const { data: session } = useSession();
  const allowed = session?.person?.acts ?? [];
  return (
    <Screen title={t('more')}>
      <ul className="grid gap-2 sm:grid-cols-2">
        {navigationEntries
          .filter(({ act }) => allowed.includes(act))
          .map(({ name, path }) => (
            <li key={name}>
              <Link to={path} className={buttonClass('plain', true)}>
                {t(name)}
              </Link>
            </li>
          ))}
      </ul>
    </Screen>
  );
}
