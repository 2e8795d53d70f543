/** Redirects to the first page of the user's role. */
import { Navigate } from '@tanstack/react-router'
import { homeOf } from './sections.ts'
import { useViewer } from './viewer.ts'

export const Home = () => <Navigate to={homeOf(useViewer())} replace />
