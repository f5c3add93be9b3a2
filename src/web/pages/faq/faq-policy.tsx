import { FaqArticle } from './faq-article.tsx';

const sections = [
  'controller',
  'orderData',
  'legalBases',
  'misuse',
  'retention',
  'recipients',
  'noTracking',
  'browserStorage',
  'deleteBrowserData',
  'automatedDecisions',
  'rights',
  'complaint',
];

export default function FaqPolicy() {
  return <FaqArticle page="faq-policy" sections={sections} />;
}
