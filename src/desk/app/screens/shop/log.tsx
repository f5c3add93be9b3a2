import { useState } from 'react';
import { Link } from 'react-router';
import { useLiveQuery } from '../../client/queries.ts';
import { nameOf, useTexts } from '../../client/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, WhenLoaded } from '../../ui/parts.tsx';

type LogEntry = {
  id: number;
  at: string;
  actor: string;
  station: string | null;
  act: string;
  subject: string;
  outcome: string;
};

export function Log() {
  const t = useTexts('log');
  const [isOpen, setOpen] = useState(false);
  const [login, setLogin] = useState('');
  const filter = new URLSearchParams(login.trim() === '' ? {} : { actor: `staff:${login.trim()}` });
  const query = useLiveQuery<LogEntry[]>(isOpen ? `/api/shop/log?${filter}` : null, []);
  return (
    <Panel title={t('title')}>
      {!isOpen && <Button onPress={() => setOpen(true)}>{t('open')}</Button>}
      {isOpen && (
        <>
          <div className="max-w-sm">
            <Field label={t('login')} value={login} onChange={setLogin} maxLength={31} />
          </div>
          <WhenLoaded query={query}>
            {(entries) => (
              <ul className="text-s">
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ul>
            )}
          </WhenLoaded>
        </>
      )}
    </Panel>
  );
}

function Entry({ entry: { at, actor, act, subject, outcome, station } }: { entry: LogEntry }) {
  const t = useTexts('log');
  const problem = useTexts('problems');
  const { time, actorName } = useFormat();
  const actKey = `act.${act}` as never;
  const outcomeKey = `outcome.${outcome}` as never;
  const outcomeText = t.has(outcomeKey) ? t(outcomeKey) : nameOf(problem, outcome);
  return (
    <li className="flex flex-wrap gap-x-4 border-t border-line py-2 first:border-t-0">
      <span className="number text-quiet">{time(at)}</span>
      <span className="font-semibold">{actorName(actor)}</span>
      <span>{t.has(actKey) ? t(actKey) : act}</span>
      <span className="number min-w-0 wrap-anywhere">
        <Subject subject={subject} />
      </span>
      <span className="text-quiet">{[outcomeText, station].filter(Boolean).join(', ')}</span>
    </li>
  );
}

const linkPaths: Record<string, string> = { order: '/o/', purchase: '/purchases/', tire: '/tires/' };

const twoWordKind = 'bank entry';

/** Shows a subject such as `order R26-4F7K2`, `bank entry 7`, `drawer ringtee`, `orders from … to …`. */
function Subject({ subject }: { subject: string }) {
  const t = useTexts('log');
  const { branchName } = useFormat();
  const wholeKey = `subject.${subject}` as never;
  if (t.has(wholeKey)) return t(wholeKey);
  const kind = subject.startsWith(twoWordKind) ? twoWordKind : subject.slice(0, subject.indexOf(' '));
  const text = subject.slice(kind.length + 1);
  const path = linkPaths[kind];
  if (path)
    return (
      <Link to={`${path}${text}`} className="underline">
        {text}
      </Link>
    );
  const kindKey = `subject.${kind}` as never;
  if (!t.has(kindKey)) return subject;
  const withoutPrepositions = text
    .replace(/^(of order|of|from) /, '')
    .replace(' to ', ' – ')
    .replace(' on ', ', ');
  // `branchName` returns a text that is not the id of a branch unchanged.
  return t(kindKey, { id: branchName(withoutPrepositions) } as never);
}
