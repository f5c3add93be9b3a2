import { Link } from 'react-router';
import { useSession } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { navigationEntries } from '../../layout/navigation.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';

export default function More() {
  const entryName = useTexts('places');
  const { data: session } = useSession();
  const allowedActs = session?.person?.acts ?? [];
  return (
    <Screen title={entryName('more')}>
      <ul className="grid gap-2 sm:grid-cols-2">
        {navigationEntries
          .filter(({ act }) => allowedActs.includes(act))
          .map(({ name, path }) => (
            <li key={name}>
              <Link to={path} className={`${buttonClass()} w-full`}>
                {entryName(name)}
              </Link>
            </li>
          ))}
      </ul>
    </Screen>
  );
}
