import { branchOf } from '../branch.ts';
import type { Letter } from '../letter.ts';
import type { Words } from '../words.ts';
import { Heading, Link, Text } from './blocks.tsx';

/** The branch of an order: where it is, when it is open, how to reach it. */
export function Where({ letter: { order, facts }, words }: { letter: Letter; words: Words }) {
  const branch = branchOf(order.branch, facts);
  if (!branch) return null;
  const { name, street, postalCode, city, phone, map } = branch;
  return (
    <>
      <Heading>{words.branch('title', { branch: name })}</Heading>
      <Text>
        {street}, {postalCode} {city}
        <br />
        <Link to={`tel:${phone.replaceAll(' ', '')}`}>{phone}</Link>
        <br />
        {words.branch.markup('weekdays', { ...facts.hours.weekdays, range: (times) => times })}
        <br />
        {words.branch('weekends')}
        <br />
        <Link to={map}>{words.branch('map')}</Link>
      </Text>
    </>
  );
}
