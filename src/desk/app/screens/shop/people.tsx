import { useState } from 'react';
import { type Role, roles } from '../../../../shop/staff/acts.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { ExpandableRow, Panel, State } from '../../ui/parts.tsx';
import { OneTimeLink } from './one-time-link.tsx';

export type PersonRow = {
  login: string;
  name: string;
  role: Role;
  hasPin: boolean;
  passkeys: { id: string; name: string; synced: boolean; createdAt: string; lastUsedAt: string | null }[];
  sessions: { station: string | null; byPin: boolean; since: string }[];
};

export function People({ rows }: { rows: PersonRow[] }) {
  const t = useTexts('people');
  const [openLogin, setOpenLogin] = useState<string | null>(null);
  return (
    <Panel title={t('title')} count={rows.length}>
      <ul>
        {rows.map((row) => (
          <ExpandableRow
            key={row.login}
            isOpen={openLogin === row.login}
            onToggle={() => setOpenLogin(openLogin === row.login ? null : row.login)}
            summary={
              <>
                <span className="font-semibold">{row.name}</span>
                <span>{t(`role.${row.role}`)}</span>
                {row.passkeys.length === 0 && <State tone="warn">{t('invited')}</State>}
                {row.sessions.length > 0 && <State tone="good">{t('signedIn')}</State>}
              </>
            }
          >
            <PersonDetails row={row} />
          </ExpandableRow>
        ))}
      </ul>
      <InviteForm />
    </Panel>
  );
}

function PersonDetails({ row }: { row: PersonRow }) {
  const t = useTexts('people');
  const { time } = useFormat();
  const { login } = row;
  const [link, setLink] = useState<string | null>(null);
  return (
    <div className="grid gap-3 py-3">
      <ul className="text-s">
        {row.passkeys.map(({ id, name, synced: isCopiedToCloud, lastUsedAt }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <span>{name}</span>
            {isCopiedToCloud && <State tone="warn">{t('synced')}</State>}
            <span className="text-quiet">{lastUsedAt ? t('lastUsed', { time: time(lastUsedAt) }) : t('unused')}</span>
          </li>
        ))}
        {row.sessions.map((session) => (
          <li key={session.since} className="text-quiet">
            {t('session', { where: session.station ?? t('ownDevice'), time: time(session.since) })}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {roles
          .filter((role) => role !== row.role)
          .map((role) => (
            <ActButton
              key={role}
              act="change-role"
              fields={{ login, role }}
              label={t('make', { role: t(`role.${role}`) })}
            />
          ))}
        <ActButton
          act="invite-person"
          fields={{ name: row.name, role: row.role, login, again: true }}
          needsFirstAnswer
          label={t('newKey')}
          onDone={({ link }) => setLink(String(link))}
        />
        {row.sessions.length > 0 && <ActButton act="end-sessions" fields={{ login }} label={t('signOut')} />}
        <ActButton act="revoke-person" fields={{ login }} label={t('revoke')} look="danger" />
      </div>
      {link && <OneTimeLink link={link} />}
    </div>
  );
}

function InviteForm() {
  const t = useTexts('people');
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('worker');
  const [link, setLink] = useState<string | null>(null);
  if (!isOpen) return <Button onPress={() => setOpen(true)}>{t('invite')}</Button>;
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <Field label={t('name')} value={name} onChange={setName} maxLength={80} />
      <Choice
        label={t('roleOf')}
        value={role}
        onChange={setRole}
        options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
      />
      <ActButton
        act="invite-person"
        fields={{ name, role }}
        needsFirstAnswer
        label={t('invite')}
        isDisabled={name.trim() === ''}
        onDone={({ link }) => {
          setName('');
          setLink(String(link));
        }}
      />
      {link && <OneTimeLink link={link} />}
    </div>
  );
}
