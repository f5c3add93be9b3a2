import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { newQueryClient, sessionQuery } from './client/queries.ts';
import { LanguageProvider } from './client/texts.tsx';
import { router } from './router.tsx';
import './styles.css';

const element = document.getElementById('desk');
if (!element) throw new Error('index.html has no element with the id desk');
const client = newQueryClient();
// Every screen needs the session, so it is requested while the texts and the screen are loaded.
void client.prefetchQuery(sessionQuery);
createRoot(element).render(
  <QueryClientProvider client={client}>
    <LanguageProvider>
      <RouterProvider router={router} />
    </LanguageProvider>
  </QueryClientProvider>,
);
