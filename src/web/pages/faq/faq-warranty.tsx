import { FaqArticle } from './faq-article.tsx';

const sections = [
  'inShort',
  'legalGuarantee',
  'howToClaim',
  'whatFollows',
  'notDefect',
  'onArrival',
  'tireAge',
  'manufacturerWarranty',
  'withdrawal',
  'howToWithdraw',
  'withdrawalForm',
  'refund',
  'returning',
  'fittedTires',
  'fittingService',
  'companies',
];

export default function FaqWarranty() {
  return <FaqArticle page="faq-warranty" sections={sections} />;
}
