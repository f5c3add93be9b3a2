import { FaqArticle } from './faq-article.tsx';

const sections = [
  'sizeOnSidewall',
  'whichSizeFits',
  'loadAndSpeed',
  'seasonKinds',
  'whichForEstonia',
  'winterLaw',
  'euLabel',
  'marks',
  'dotAndAge',
  'howMany',
  'storage',
  'fitting',
  'oldTires',
  'contact',
];

export default function Faq() {
  return <FaqArticle page="faq" sections={sections} />;
}
