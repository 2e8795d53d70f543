/** Puts one side of Airside on the page: the operator's console, the developer portal or the support console. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './graph/query-client.ts'
import './look/style.ts'
import { theme } from './look/theme.ts'
import { PresenceDialog } from './parts/presence-dialog.tsx'

export const mount = (router: AnyRouter): void => {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  createRoot(root).render(
    <StrictMode>
      {/* Mantine's variables come from a file, not from a style element, so that the content policy allows none. */}
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <PresenceDialog />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
