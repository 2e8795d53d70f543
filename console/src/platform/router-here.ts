/** The router, where there is one: the explorer is a document without (ADR 63), and all its links lead to others. */
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'

export const useRouterHere = (): RegisteredRouter | null => useRouter({ warn: false }) ?? null
