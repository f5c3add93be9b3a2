import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { newQueryClient } from './client/queries.ts';
import { LanguageProvider } from './client/texts.tsx';
import { router } from './router.tsx';
import './styles.css';

const element = document.getElementById('desk');
if (!element) throw new Error('the document has no element for the desk');
createRoot(element).render(
  <QueryClientProvider client={newQueryClient()}>
    <LanguageProvider>
      <RouterProvider router={router} />
    </LanguageProvider>
  </QueryClientProvider>,
);
