/** The console's first page is the first place that the person may open. */
import { Navigate } from '@tanstack/react-router'
import { SECTIONS } from './sections.ts'
import { mayDo, useViewer } from './viewer.ts'

export const Home = () => {
  const viewer = useViewer()
  const first = SECTIONS.find(({ scope }) => mayDo(viewer, scope))
  return <Navigate to={first?.to ?? '/account'} replace />
}
