/** Addresses of the page of events: a list, one endpoint beside it, one try, or a form. */
import type { LinkProps } from '@tanstack/react-router'
import { useNavigate } from '@tanstack/react-router'
import type { EndpointSearch } from '../../endpoints/search.ts'

/** The router's types are those of the operator's console; this side has addresses of its own. */
export const eventsLink = (clientId: string, search: EndpointSearch): LinkProps =>
  ({ to: '/applications/$clientId/events', params: { clientId }, search }) as unknown as LinkProps

export const useGoToEvents = (clientId: string): ((search: EndpointSearch) => void) => {
  const navigate = useNavigate()
  return (search) => void navigate(eventsLink(clientId, search) as Parameters<typeof navigate>[0])
}
