/**
 * The explorer in the browser, a document of its own (ADR 63): GraphiQL's editors in our frame, and beside them what a
 * query needs before it is sent. `credential` says who asks, `reading/` reads the document, `panel/` shows it.
 */
import './editor-workers.ts'
import '@graphiql/react/style.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../graph/query-client.ts'
import '../look/style.ts'
import { theme } from '../look/theme.ts'
import { ExplorerPage } from './explorer-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('explorer.html has no #root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <ExplorerPage />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
