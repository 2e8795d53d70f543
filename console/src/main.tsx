/**
 * The operator's console in the browser. Its parts: `graph/` asks the server, `look/` holds the tokens, `parts/` and
 * `charts/` are what pages are made of, `shell/` is the frame around them, and each other folder is one place of it.
 */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './graph/query-client.ts'
import './look/style.ts'
import { theme } from './look/theme.ts'
import { router } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    {/* Mantine's variables come from a file, not from a style element, so that the content policy allows none. */}
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
