/** The console's first page is where the person works. */
import { Navigate } from '@tanstack/react-router'
import { homeOf } from './sections.ts'
import { useViewer } from './viewer.ts'

export const Home = () => <Navigate to={homeOf(useViewer())} replace />
