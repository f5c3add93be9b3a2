import { expect, test } from 'vitest';
import { acts } from '../../shop/staff/acts.ts';
import english from './en.json';

const signInActs = ['enrol', 'sign-in', 'sign-out', 'sign-out-elsewhere'];

test('the log has a text for each act of the desk and of signing in', () => {
  expect(Object.keys(english.log.act).toSorted()).toEqual([...Object.keys(acts), ...signInActs].toSorted());
});
